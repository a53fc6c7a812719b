from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.activity import Activity





T = TypeVar("T", bound="ListUpcomingActivityResponse200")



@_attrs_define
class ListUpcomingActivityResponse200:
    """ 
        Attributes:
            activities (list[Activity]):
     """

    activities: list[Activity]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.activity import Activity # noqa: PLC0415
        activities = []
        for activities_item_data in self.activities:
            activities_item = activities_item_data.to_dict()
            activities.append(activities_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "activities": activities,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.activity import Activity # noqa: PLC0415
        d = dict(src_dict)
        activities = []
        _activities = d.pop("activities")
        for activities_item_data in (_activities):
            activities_item = Activity.from_dict(activities_item_data)



            activities.append(activities_item)


        list_upcoming_activity_response_200 = cls(
            activities=activities,
        )


        list_upcoming_activity_response_200.additional_properties = d
        return list_upcoming_activity_response_200

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
