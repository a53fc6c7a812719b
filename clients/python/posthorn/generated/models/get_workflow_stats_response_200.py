from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.get_workflow_stats_response_200_steps_item import GetWorkflowStatsResponse200StepsItem





T = TypeVar("T", bound="GetWorkflowStatsResponse200")



@_attrs_define
class GetWorkflowStatsResponse200:
    """ 
        Attributes:
            steps (list[GetWorkflowStatsResponse200StepsItem]):
     """

    steps: list[GetWorkflowStatsResponse200StepsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.get_workflow_stats_response_200_steps_item import GetWorkflowStatsResponse200StepsItem # noqa: PLC0415
        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "steps": steps,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.get_workflow_stats_response_200_steps_item import GetWorkflowStatsResponse200StepsItem # noqa: PLC0415
        d = dict(src_dict)
        steps = []
        _steps = d.pop("steps")
        for steps_item_data in (_steps):
            steps_item = GetWorkflowStatsResponse200StepsItem.from_dict(steps_item_data)



            steps.append(steps_item)


        get_workflow_stats_response_200 = cls(
            steps=steps,
        )


        get_workflow_stats_response_200.additional_properties = d
        return get_workflow_stats_response_200

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
