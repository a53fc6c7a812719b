from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="CoursePoint")



@_attrs_define
class CoursePoint:
    """ 
        Attributes:
            at (datetime.datetime):
            sends (int):
            deliveries (int):
            opens (int): Mails opened for the first time
            clicks (int): Mails followed for the first time
     """

    at: datetime.datetime
    sends: int
    deliveries: int
    opens: int
    clicks: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        sends = self.sends

        deliveries = self.deliveries

        opens = self.opens

        clicks = self.clicks


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "at": at,
            "sends": sends,
            "deliveries": deliveries,
            "opens": opens,
            "clicks": clicks,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))




        sends = d.pop("sends")

        deliveries = d.pop("deliveries")

        opens = d.pop("opens")

        clicks = d.pop("clicks")

        course_point = cls(
            at=at,
            sends=sends,
            deliveries=deliveries,
            opens=opens,
            clicks=clicks,
        )


        course_point.additional_properties = d
        return course_point

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
