from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SecurityStatusAllTime")



@_attrs_define
class SecurityStatusAllTime:
    """ 
        Attributes:
            total (int):
            bounces (int):
            complaints (int):
            bounce_rate (float): Percent
            complaint_rate (float):
     """

    total: int
    bounces: int
    complaints: int
    bounce_rate: float
    complaint_rate: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        total = self.total

        bounces = self.bounces

        complaints = self.complaints

        bounce_rate = self.bounce_rate

        complaint_rate = self.complaint_rate


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "total": total,
            "bounces": bounces,
            "complaints": complaints,
            "bounceRate": bounce_rate,
            "complaintRate": complaint_rate,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total = d.pop("total")

        bounces = d.pop("bounces")

        complaints = d.pop("complaints")

        bounce_rate = d.pop("bounceRate")

        complaint_rate = d.pop("complaintRate")

        security_status_all_time = cls(
            total=total,
            bounces=bounces,
            complaints=complaints,
            bounce_rate=bounce_rate,
            complaint_rate=complaint_rate,
        )


        security_status_all_time.additional_properties = d
        return security_status_all_time

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
