from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.simulate_workflow_response_200_path_item import SimulateWorkflowResponse200PathItem





T = TypeVar("T", bound="SimulateWorkflowResponse200")



@_attrs_define
class SimulateWorkflowResponse200:
    """ 
        Attributes:
            path (list[SimulateWorkflowResponse200PathItem]):
            ended (str):
     """

    path: list[SimulateWorkflowResponse200PathItem]
    ended: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.simulate_workflow_response_200_path_item import SimulateWorkflowResponse200PathItem # noqa: PLC0415
        path = []
        for path_item_data in self.path:
            path_item = path_item_data.to_dict()
            path.append(path_item)



        ended = self.ended


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "path": path,
            "ended": ended,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.simulate_workflow_response_200_path_item import SimulateWorkflowResponse200PathItem # noqa: PLC0415
        d = dict(src_dict)
        path = []
        _path = d.pop("path")
        for path_item_data in (_path):
            path_item = SimulateWorkflowResponse200PathItem.from_dict(path_item_data)



            path.append(path_item)


        ended = d.pop("ended")

        simulate_workflow_response_200 = cls(
            path=path,
            ended=ended,
        )


        simulate_workflow_response_200.additional_properties = d
        return simulate_workflow_response_200

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
