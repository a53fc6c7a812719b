from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.security_levels_bounce_7_day import SecurityLevelsBounce7Day
from ..models.security_levels_bounce_all_time import SecurityLevelsBounceAllTime
from ..models.security_levels_complaint_7_day import SecurityLevelsComplaint7Day
from ..models.security_levels_complaint_all_time import SecurityLevelsComplaintAllTime






T = TypeVar("T", bound="SecurityLevels")



@_attrs_define
class SecurityLevels:
    """ 
        Attributes:
            bounce_7_day (SecurityLevelsBounce7Day):
            bounce_all_time (SecurityLevelsBounceAllTime):
            complaint_7_day (SecurityLevelsComplaint7Day):
            complaint_all_time (SecurityLevelsComplaintAllTime):
     """

    bounce_7_day: SecurityLevelsBounce7Day
    bounce_all_time: SecurityLevelsBounceAllTime
    complaint_7_day: SecurityLevelsComplaint7Day
    complaint_all_time: SecurityLevelsComplaintAllTime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        bounce_7_day = self.bounce_7_day.value

        bounce_all_time = self.bounce_all_time.value

        complaint_7_day = self.complaint_7_day.value

        complaint_all_time = self.complaint_all_time.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "bounce7Day": bounce_7_day,
            "bounceAllTime": bounce_all_time,
            "complaint7Day": complaint_7_day,
            "complaintAllTime": complaint_all_time,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        bounce_7_day = SecurityLevelsBounce7Day(d.pop("bounce7Day"))




        bounce_all_time = SecurityLevelsBounceAllTime(d.pop("bounceAllTime"))




        complaint_7_day = SecurityLevelsComplaint7Day(d.pop("complaint7Day"))




        complaint_all_time = SecurityLevelsComplaintAllTime(d.pop("complaintAllTime"))




        security_levels = cls(
            bounce_7_day=bounce_7_day,
            bounce_all_time=bounce_all_time,
            complaint_7_day=complaint_7_day,
            complaint_all_time=complaint_all_time,
        )


        security_levels.additional_properties = d
        return security_levels

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
