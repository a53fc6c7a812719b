from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.contact_ref import ContactRef
  from ..models.event_data_type_0 import EventDataType0





T = TypeVar("T", bound="Event")



@_attrs_define
class Event:
    """ 
        Attributes:
            id (UUID):
            name (str):
            data (EventDataType0 | None):
            project_id (UUID):
            contact_id (None | UUID):
            email_id (None | UUID):
            created_at (datetime.datetime):
            contact (ContactRef | None | Unset): In lists only
     """

    id: UUID
    name: str
    data: EventDataType0 | None
    project_id: UUID
    contact_id: None | UUID
    email_id: None | UUID
    created_at: datetime.datetime
    contact: ContactRef | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.contact_ref import ContactRef # noqa: PLC0415
        from ..models.event_data_type_0 import EventDataType0 # noqa: PLC0415
        id = str(self.id)

        name = self.name

        data: dict[str, Any] | None
        if isinstance(self.data, EventDataType0):
            data = self.data.to_dict()
        else:
            data = self.data

        project_id = str(self.project_id)

        contact_id: None | str
        if isinstance(self.contact_id, UUID):
            contact_id = str(self.contact_id)
        else:
            contact_id = self.contact_id

        email_id: None | str
        if isinstance(self.email_id, UUID):
            email_id = str(self.email_id)
        else:
            email_id = self.email_id

        created_at = self.created_at.isoformat()

        contact: dict[str, Any] | None | Unset
        if isinstance(self.contact, Unset):
            contact = UNSET
        elif isinstance(self.contact, ContactRef):
            contact = self.contact.to_dict()
        else:
            contact = self.contact


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "data": data,
            "projectId": project_id,
            "contactId": contact_id,
            "emailId": email_id,
            "createdAt": created_at,
        })
        if contact is not UNSET:
            field_dict["contact"] = contact

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contact_ref import ContactRef # noqa: PLC0415
        from ..models.event_data_type_0 import EventDataType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        def _parse_data(data: object) -> EventDataType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                data_type_0 = EventDataType0.from_dict(data)



                return data_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EventDataType0 | None, data)

        data = _parse_data(d.pop("data"))


        project_id = UUID(d.pop("projectId"))




        def _parse_contact_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                contact_id_type_0 = UUID(data)



                return contact_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        contact_id = _parse_contact_id(d.pop("contactId"))


        def _parse_email_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                email_id_type_0 = UUID(data)



                return email_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        email_id = _parse_email_id(d.pop("emailId"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        def _parse_contact(data: object) -> ContactRef | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                contact_type_0 = ContactRef.from_dict(data)



                return contact_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ContactRef | None | Unset, data)

        contact = _parse_contact(d.pop("contact", UNSET))


        event = cls(
            id=id,
            name=name,
            data=data,
            project_id=project_id,
            contact_id=contact_id,
            email_id=email_id,
            created_at=created_at,
            contact=contact,
        )


        event.additional_properties = d
        return event

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
