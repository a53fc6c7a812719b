from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="TrackResult")



@_attrs_define
class TrackResult:
    """ 
        Attributes:
            contact (UUID):
            event (UUID):
            timestamp (datetime.datetime):
     """

    contact: UUID
    event: UUID
    timestamp: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        contact = str(self.contact)

        event = str(self.event)

        timestamp = self.timestamp.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "contact": contact,
            "event": event,
            "timestamp": timestamp,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        contact = UUID(d.pop("contact"))




        event = UUID(d.pop("event"))




        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))




        track_result = cls(
            contact=contact,
            event=event,
            timestamp=timestamp,
        )


        track_result.additional_properties = d
        return track_result

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
