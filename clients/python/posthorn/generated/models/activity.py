from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.activity_type import ActivityType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.activity_metadata import ActivityMetadata





T = TypeVar("T", bound="Activity")



@_attrs_define
class Activity:
    """ 
        Attributes:
            id (str):
            type_ (ActivityType):
            timestamp (datetime.datetime):
            contact_email (None | str):
            contact_id (None | UUID):
            metadata (ActivityMetadata):
     """

    id: str
    type_: ActivityType
    timestamp: datetime.datetime
    contact_email: None | str
    contact_id: None | UUID
    metadata: ActivityMetadata
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.activity_metadata import ActivityMetadata # noqa: PLC0415
        id = self.id

        type_ = self.type_.value

        timestamp = self.timestamp.isoformat()

        contact_email: None | str
        contact_email = self.contact_email

        contact_id: None | str
        if isinstance(self.contact_id, UUID):
            contact_id = str(self.contact_id)
        else:
            contact_id = self.contact_id

        metadata = self.metadata.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "type": type_,
            "timestamp": timestamp,
            "contactEmail": contact_email,
            "contactId": contact_id,
            "metadata": metadata,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.activity_metadata import ActivityMetadata # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        type_ = ActivityType(d.pop("type"))




        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))




        def _parse_contact_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        contact_email = _parse_contact_email(d.pop("contactEmail"))


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


        metadata = ActivityMetadata.from_dict(d.pop("metadata"))




        activity = cls(
            id=id,
            type_=type_,
            timestamp=timestamp,
            contact_email=contact_email,
            contact_id=contact_id,
            metadata=metadata,
        )


        activity.additional_properties = d
        return activity

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
