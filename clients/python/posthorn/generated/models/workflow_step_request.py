from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.workflow_step_request_contact import WorkflowStepRequestContact
  from ..models.workflow_step_request_event import WorkflowStepRequestEvent
  from ..models.workflow_step_request_execution import WorkflowStepRequestExecution
  from ..models.workflow_step_request_workflow import WorkflowStepRequestWorkflow





T = TypeVar("T", bound="WorkflowStepRequest")



@_attrs_define
class WorkflowStepRequest:
    """ 
        Attributes:
            contact (WorkflowStepRequestContact):
            workflow (WorkflowStepRequestWorkflow):
            execution (WorkflowStepRequestExecution):
            event (WorkflowStepRequestEvent): Data of the event that began it; of a manual start the context
     """

    contact: WorkflowStepRequestContact
    workflow: WorkflowStepRequestWorkflow
    execution: WorkflowStepRequestExecution
    event: WorkflowStepRequestEvent
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_step_request_contact import WorkflowStepRequestContact # noqa: PLC0415
        from ..models.workflow_step_request_event import WorkflowStepRequestEvent # noqa: PLC0415
        from ..models.workflow_step_request_execution import WorkflowStepRequestExecution # noqa: PLC0415
        from ..models.workflow_step_request_workflow import WorkflowStepRequestWorkflow # noqa: PLC0415
        contact = self.contact.to_dict()

        workflow = self.workflow.to_dict()

        execution = self.execution.to_dict()

        event = self.event.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "contact": contact,
            "workflow": workflow,
            "execution": execution,
            "event": event,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_step_request_contact import WorkflowStepRequestContact # noqa: PLC0415
        from ..models.workflow_step_request_event import WorkflowStepRequestEvent # noqa: PLC0415
        from ..models.workflow_step_request_execution import WorkflowStepRequestExecution # noqa: PLC0415
        from ..models.workflow_step_request_workflow import WorkflowStepRequestWorkflow # noqa: PLC0415
        d = dict(src_dict)
        contact = WorkflowStepRequestContact.from_dict(d.pop("contact"))




        workflow = WorkflowStepRequestWorkflow.from_dict(d.pop("workflow"))




        execution = WorkflowStepRequestExecution.from_dict(d.pop("execution"))




        event = WorkflowStepRequestEvent.from_dict(d.pop("event"))




        workflow_step_request = cls(
            contact=contact,
            workflow=workflow,
            execution=execution,
            event=event,
        )


        workflow_step_request.additional_properties = d
        return workflow_step_request

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
