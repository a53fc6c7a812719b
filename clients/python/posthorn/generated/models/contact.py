from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.contact_data_type_0 import ContactDataType0





T = TypeVar("T", bound="Contact")



@_attrs_define
class Contact:
    """ 
        Attributes:
            id (UUID):
            email (str):
            subscribed (bool):
            data (ContactDataType0 | None):
            project_id (UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    email: str
    subscribed: bool
    data: ContactDataType0 | None
    project_id: UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.contact_data_type_0 import ContactDataType0 # noqa: PLC0415
        id = str(self.id)

        email = self.email

        subscribed = self.subscribed

        data: dict[str, Any] | None
        if isinstance(self.data, ContactDataType0):
            data = self.data.to_dict()
        else:
            data = self.data

        project_id = str(self.project_id)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "email": email,
            "subscribed": subscribed,
            "data": data,
            "projectId": project_id,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contact_data_type_0 import ContactDataType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        email = d.pop("email")

        subscribed = d.pop("subscribed")

        def _parse_data(data: object) -> ContactDataType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                data_type_0 = ContactDataType0.from_dict(data)



                return data_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ContactDataType0 | None, data)

        data = _parse_data(d.pop("data"))


        project_id = UUID(d.pop("projectId"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        contact = cls(
            id=id,
            email=email,
            subscribed=subscribed,
            data=data,
            project_id=project_id,
            created_at=created_at,
            updated_at=updated_at,
        )


        contact.additional_properties = d
        return contact

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
