from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="CampaignStatistics")



@_attrs_define
class CampaignStatistics:
    """ 
        Attributes:
            total (int):
            active (int):
            completed (int):
            average_open_rate (float):
            average_click_rate (float):
     """

    total: int
    active: int
    completed: int
    average_open_rate: float
    average_click_rate: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        total = self.total

        active = self.active

        completed = self.completed

        average_open_rate = self.average_open_rate

        average_click_rate = self.average_click_rate


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "total": total,
            "active": active,
            "completed": completed,
            "averageOpenRate": average_open_rate,
            "averageClickRate": average_click_rate,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total = d.pop("total")

        active = d.pop("active")

        completed = d.pop("completed")

        average_open_rate = d.pop("averageOpenRate")

        average_click_rate = d.pop("averageClickRate")

        campaign_statistics = cls(
            total=total,
            active=active,
            completed=completed,
            average_open_rate=average_open_rate,
            average_click_rate=average_click_rate,
        )


        campaign_statistics.additional_properties = d
        return campaign_statistics

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
