from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="DayPoint")



@_attrs_define
class DayPoint:
    """ 
        Attributes:
            date (str):
            emails (int):
            opens (int):
            clicks (int):
            bounces (int):
            delivered (int):
            human_opens (int): Mails opened by people, as far as can be told
            human_clicks (int):
     """

    date: str
    emails: int
    opens: int
    clicks: int
    bounces: int
    delivered: int
    human_opens: int
    human_clicks: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        date = self.date

        emails = self.emails

        opens = self.opens

        clicks = self.clicks

        bounces = self.bounces

        delivered = self.delivered

        human_opens = self.human_opens

        human_clicks = self.human_clicks


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "date": date,
            "emails": emails,
            "opens": opens,
            "clicks": clicks,
            "bounces": bounces,
            "delivered": delivered,
            "humanOpens": human_opens,
            "humanClicks": human_clicks,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        date = d.pop("date")

        emails = d.pop("emails")

        opens = d.pop("opens")

        clicks = d.pop("clicks")

        bounces = d.pop("bounces")

        delivered = d.pop("delivered")

        human_opens = d.pop("humanOpens")

        human_clicks = d.pop("humanClicks")

        day_point = cls(
            date=date,
            emails=emails,
            opens=opens,
            clicks=clicks,
            bounces=bounces,
            delivered=delivered,
            human_opens=human_opens,
            human_clicks=human_clicks,
        )


        day_point.additional_properties = d
        return day_point

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
