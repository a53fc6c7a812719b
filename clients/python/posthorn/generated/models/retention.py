from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="Retention")



@_attrs_define
class Retention:
    """ 
        Attributes:
            events (int | None): Events and activity; null: for ever
            mail_content (int | None): Bodies and attachments; null: as the installation says
     """

    events: int | None
    mail_content: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        events: int | None
        events = self.events

        mail_content: int | None
        mail_content = self.mail_content


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "events": events,
            "mailContent": mail_content,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_events(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        events = _parse_events(d.pop("events"))


        def _parse_mail_content(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        mail_content = _parse_mail_content(d.pop("mailContent"))


        retention = cls(
            events=events,
            mail_content=mail_content,
        )


        retention.additional_properties = d
        return retention

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
