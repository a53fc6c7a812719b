from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.simulate_workflow_response_200_path_item_type import SimulateWorkflowResponse200PathItemType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.simulate_workflow_response_200_path_item_output_type_0 import SimulateWorkflowResponse200PathItemOutputType0





T = TypeVar("T", bound="SimulateWorkflowResponse200PathItem")



@_attrs_define
class SimulateWorkflowResponse200PathItem:
    """ 
        Attributes:
            step_id (UUID):
            type_ (SimulateWorkflowResponse200PathItemType):
            at (datetime.datetime):
            output (None | SimulateWorkflowResponse200PathItemOutputType0):
     """

    step_id: UUID
    type_: SimulateWorkflowResponse200PathItemType
    at: datetime.datetime
    output: None | SimulateWorkflowResponse200PathItemOutputType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.simulate_workflow_response_200_path_item_output_type_0 import SimulateWorkflowResponse200PathItemOutputType0 # noqa: PLC0415
        step_id = str(self.step_id)

        type_ = self.type_.value

        at = self.at.isoformat()

        output: dict[str, Any] | None
        if isinstance(self.output, SimulateWorkflowResponse200PathItemOutputType0):
            output = self.output.to_dict()
        else:
            output = self.output


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "stepId": step_id,
            "type": type_,
            "at": at,
            "output": output,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.simulate_workflow_response_200_path_item_output_type_0 import SimulateWorkflowResponse200PathItemOutputType0 # noqa: PLC0415
        d = dict(src_dict)
        step_id = UUID(d.pop("stepId"))




        type_ = SimulateWorkflowResponse200PathItemType(d.pop("type"))




        at = datetime.datetime.fromisoformat(d.pop("at"))




        def _parse_output(data: object) -> None | SimulateWorkflowResponse200PathItemOutputType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                output_type_0 = SimulateWorkflowResponse200PathItemOutputType0.from_dict(data)



                return output_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimulateWorkflowResponse200PathItemOutputType0, data)

        output = _parse_output(d.pop("output"))


        simulate_workflow_response_200_path_item = cls(
            step_id=step_id,
            type_=type_,
            at=at,
            output=output,
        )


        simulate_workflow_response_200_path_item.additional_properties = d
        return simulate_workflow_response_200_path_item

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
