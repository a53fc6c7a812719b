from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_execution_with_steps_status import WorkflowExecutionWithStepsStatus
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_execution_with_steps_contact_type_0 import WorkflowExecutionWithStepsContactType0
  from ..models.workflow_execution_with_steps_context_type_0 import WorkflowExecutionWithStepsContextType0
  from ..models.workflow_execution_with_steps_current_step_type_0 import WorkflowExecutionWithStepsCurrentStepType0
  from ..models.workflow_execution_with_steps_step_executions_item import WorkflowExecutionWithStepsStepExecutionsItem
  from ..models.workflow_execution_with_steps_workflow import WorkflowExecutionWithStepsWorkflow
  from ..models.workflow_execution_with_steps_workflow_snapshot import WorkflowExecutionWithStepsWorkflowSnapshot





T = TypeVar("T", bound="WorkflowExecutionWithSteps")



@_attrs_define
class WorkflowExecutionWithSteps:
    """ 
        Attributes:
            id (UUID):
            workflow_id (UUID):
            contact_id (UUID):
            status (WorkflowExecutionWithStepsStatus):
            current_step_id (None | UUID):
            exit_reason (None | str):
            context (None | WorkflowExecutionWithStepsContextType0):
            started_at (datetime.datetime):
            completed_at (datetime.datetime | None):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            contact (None | WorkflowExecutionWithStepsContactType0):
            current_step (None | WorkflowExecutionWithStepsCurrentStepType0):
            workflow (WorkflowExecutionWithStepsWorkflow):
            step_executions (list[WorkflowExecutionWithStepsStepExecutionsItem]):
            workflow_snapshot (WorkflowExecutionWithStepsWorkflowSnapshot):
     """

    id: UUID
    workflow_id: UUID
    contact_id: UUID
    status: WorkflowExecutionWithStepsStatus
    current_step_id: None | UUID
    exit_reason: None | str
    context: None | WorkflowExecutionWithStepsContextType0
    started_at: datetime.datetime
    completed_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    contact: None | WorkflowExecutionWithStepsContactType0
    current_step: None | WorkflowExecutionWithStepsCurrentStepType0
    workflow: WorkflowExecutionWithStepsWorkflow
    step_executions: list[WorkflowExecutionWithStepsStepExecutionsItem]
    workflow_snapshot: WorkflowExecutionWithStepsWorkflowSnapshot
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_execution_with_steps_contact_type_0 import WorkflowExecutionWithStepsContactType0 # noqa: PLC0415
        from ..models.workflow_execution_with_steps_context_type_0 import WorkflowExecutionWithStepsContextType0 # noqa: PLC0415
        from ..models.workflow_execution_with_steps_current_step_type_0 import WorkflowExecutionWithStepsCurrentStepType0 # noqa: PLC0415
        from ..models.workflow_execution_with_steps_step_executions_item import WorkflowExecutionWithStepsStepExecutionsItem # noqa: PLC0415
        from ..models.workflow_execution_with_steps_workflow import WorkflowExecutionWithStepsWorkflow # noqa: PLC0415
        from ..models.workflow_execution_with_steps_workflow_snapshot import WorkflowExecutionWithStepsWorkflowSnapshot # noqa: PLC0415
        id = str(self.id)

        workflow_id = str(self.workflow_id)

        contact_id = str(self.contact_id)

        status = self.status.value

        current_step_id: None | str
        if isinstance(self.current_step_id, UUID):
            current_step_id = str(self.current_step_id)
        else:
            current_step_id = self.current_step_id

        exit_reason: None | str
        exit_reason = self.exit_reason

        context: dict[str, Any] | None
        if isinstance(self.context, WorkflowExecutionWithStepsContextType0):
            context = self.context.to_dict()
        else:
            context = self.context

        started_at = self.started_at.isoformat()

        completed_at: None | str
        if isinstance(self.completed_at, datetime.datetime):
            completed_at = self.completed_at.isoformat()
        else:
            completed_at = self.completed_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        contact: dict[str, Any] | None
        if isinstance(self.contact, WorkflowExecutionWithStepsContactType0):
            contact = self.contact.to_dict()
        else:
            contact = self.contact

        current_step: dict[str, Any] | None
        if isinstance(self.current_step, WorkflowExecutionWithStepsCurrentStepType0):
            current_step = self.current_step.to_dict()
        else:
            current_step = self.current_step

        workflow = self.workflow.to_dict()

        step_executions = []
        for step_executions_item_data in self.step_executions:
            step_executions_item = step_executions_item_data.to_dict()
            step_executions.append(step_executions_item)



        workflow_snapshot = self.workflow_snapshot.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "workflowId": workflow_id,
            "contactId": contact_id,
            "status": status,
            "currentStepId": current_step_id,
            "exitReason": exit_reason,
            "context": context,
            "startedAt": started_at,
            "completedAt": completed_at,
            "createdAt": created_at,
            "updatedAt": updated_at,
            "contact": contact,
            "currentStep": current_step,
            "workflow": workflow,
            "stepExecutions": step_executions,
            "workflowSnapshot": workflow_snapshot,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_execution_with_steps_contact_type_0 import WorkflowExecutionWithStepsContactType0 # noqa: PLC0415
        from ..models.workflow_execution_with_steps_context_type_0 import WorkflowExecutionWithStepsContextType0 # noqa: PLC0415
        from ..models.workflow_execution_with_steps_current_step_type_0 import WorkflowExecutionWithStepsCurrentStepType0 # noqa: PLC0415
        from ..models.workflow_execution_with_steps_step_executions_item import WorkflowExecutionWithStepsStepExecutionsItem # noqa: PLC0415
        from ..models.workflow_execution_with_steps_workflow import WorkflowExecutionWithStepsWorkflow # noqa: PLC0415
        from ..models.workflow_execution_with_steps_workflow_snapshot import WorkflowExecutionWithStepsWorkflowSnapshot # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        workflow_id = UUID(d.pop("workflowId"))




        contact_id = UUID(d.pop("contactId"))




        status = WorkflowExecutionWithStepsStatus(d.pop("status"))




        def _parse_current_step_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                current_step_id_type_0 = UUID(data)



                return current_step_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        current_step_id = _parse_current_step_id(d.pop("currentStepId"))


        def _parse_exit_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        exit_reason = _parse_exit_reason(d.pop("exitReason"))


        def _parse_context(data: object) -> None | WorkflowExecutionWithStepsContextType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                context_type_0 = WorkflowExecutionWithStepsContextType0.from_dict(data)



                return context_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionWithStepsContextType0, data)

        context = _parse_context(d.pop("context"))


        started_at = datetime.datetime.fromisoformat(d.pop("startedAt"))




        def _parse_completed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                completed_at_type_0 = datetime.datetime.fromisoformat(data)



                return completed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        completed_at = _parse_completed_at(d.pop("completedAt"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        def _parse_contact(data: object) -> None | WorkflowExecutionWithStepsContactType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                contact_type_0 = WorkflowExecutionWithStepsContactType0.from_dict(data)



                return contact_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionWithStepsContactType0, data)

        contact = _parse_contact(d.pop("contact"))


        def _parse_current_step(data: object) -> None | WorkflowExecutionWithStepsCurrentStepType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                current_step_type_0 = WorkflowExecutionWithStepsCurrentStepType0.from_dict(data)



                return current_step_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionWithStepsCurrentStepType0, data)

        current_step = _parse_current_step(d.pop("currentStep"))


        workflow = WorkflowExecutionWithStepsWorkflow.from_dict(d.pop("workflow"))




        step_executions = []
        _step_executions = d.pop("stepExecutions")
        for step_executions_item_data in (_step_executions):
            step_executions_item = WorkflowExecutionWithStepsStepExecutionsItem.from_dict(step_executions_item_data)



            step_executions.append(step_executions_item)


        workflow_snapshot = WorkflowExecutionWithStepsWorkflowSnapshot.from_dict(d.pop("workflowSnapshot"))




        workflow_execution_with_steps = cls(
            id=id,
            workflow_id=workflow_id,
            contact_id=contact_id,
            status=status,
            current_step_id=current_step_id,
            exit_reason=exit_reason,
            context=context,
            started_at=started_at,
            completed_at=completed_at,
            created_at=created_at,
            updated_at=updated_at,
            contact=contact,
            current_step=current_step,
            workflow=workflow,
            step_executions=step_executions,
            workflow_snapshot=workflow_snapshot,
        )


        workflow_execution_with_steps.additional_properties = d
        return workflow_execution_with_steps

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
