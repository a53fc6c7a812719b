from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_execution_with_steps_step_executions_item_status import WorkflowExecutionWithStepsStepExecutionsItemStatus
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_execution_with_steps_step_executions_item_output_type_0 import WorkflowExecutionWithStepsStepExecutionsItemOutputType0





T = TypeVar("T", bound="WorkflowExecutionWithStepsStepExecutionsItem")



@_attrs_define
class WorkflowExecutionWithStepsStepExecutionsItem:
    """ 
        Attributes:
            id (UUID):
            execution_id (UUID):
            step_id (UUID):
            status (WorkflowExecutionWithStepsStepExecutionsItemStatus):
            scheduled_for (datetime.datetime | None):
            execute_after (datetime.datetime | None):
            output (None | WorkflowExecutionWithStepsStepExecutionsItemOutputType0):
            error (None | str):
            started_at (datetime.datetime | None):
            completed_at (datetime.datetime | None):
     """

    id: UUID
    execution_id: UUID
    step_id: UUID
    status: WorkflowExecutionWithStepsStepExecutionsItemStatus
    scheduled_for: datetime.datetime | None
    execute_after: datetime.datetime | None
    output: None | WorkflowExecutionWithStepsStepExecutionsItemOutputType0
    error: None | str
    started_at: datetime.datetime | None
    completed_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_execution_with_steps_step_executions_item_output_type_0 import WorkflowExecutionWithStepsStepExecutionsItemOutputType0 # noqa: PLC0415
        id = str(self.id)

        execution_id = str(self.execution_id)

        step_id = str(self.step_id)

        status = self.status.value

        scheduled_for: None | str
        if isinstance(self.scheduled_for, datetime.datetime):
            scheduled_for = self.scheduled_for.isoformat()
        else:
            scheduled_for = self.scheduled_for

        execute_after: None | str
        if isinstance(self.execute_after, datetime.datetime):
            execute_after = self.execute_after.isoformat()
        else:
            execute_after = self.execute_after

        output: dict[str, Any] | None
        if isinstance(self.output, WorkflowExecutionWithStepsStepExecutionsItemOutputType0):
            output = self.output.to_dict()
        else:
            output = self.output

        error: None | str
        error = self.error

        started_at: None | str
        if isinstance(self.started_at, datetime.datetime):
            started_at = self.started_at.isoformat()
        else:
            started_at = self.started_at

        completed_at: None | str
        if isinstance(self.completed_at, datetime.datetime):
            completed_at = self.completed_at.isoformat()
        else:
            completed_at = self.completed_at


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "executionId": execution_id,
            "stepId": step_id,
            "status": status,
            "scheduledFor": scheduled_for,
            "executeAfter": execute_after,
            "output": output,
            "error": error,
            "startedAt": started_at,
            "completedAt": completed_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_execution_with_steps_step_executions_item_output_type_0 import WorkflowExecutionWithStepsStepExecutionsItemOutputType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        execution_id = UUID(d.pop("executionId"))




        step_id = UUID(d.pop("stepId"))




        status = WorkflowExecutionWithStepsStepExecutionsItemStatus(d.pop("status"))




        def _parse_scheduled_for(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                scheduled_for_type_0 = datetime.datetime.fromisoformat(data)



                return scheduled_for_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        scheduled_for = _parse_scheduled_for(d.pop("scheduledFor"))


        def _parse_execute_after(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                execute_after_type_0 = datetime.datetime.fromisoformat(data)



                return execute_after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        execute_after = _parse_execute_after(d.pop("executeAfter"))


        def _parse_output(data: object) -> None | WorkflowExecutionWithStepsStepExecutionsItemOutputType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                output_type_0 = WorkflowExecutionWithStepsStepExecutionsItemOutputType0.from_dict(data)



                return output_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionWithStepsStepExecutionsItemOutputType0, data)

        output = _parse_output(d.pop("output"))


        def _parse_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error = _parse_error(d.pop("error"))


        def _parse_started_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                started_at_type_0 = datetime.datetime.fromisoformat(data)



                return started_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        started_at = _parse_started_at(d.pop("startedAt"))


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


        workflow_execution_with_steps_step_executions_item = cls(
            id=id,
            execution_id=execution_id,
            step_id=step_id,
            status=status,
            scheduled_for=scheduled_for,
            execute_after=execute_after,
            output=output,
            error=error,
            started_at=started_at,
            completed_at=completed_at,
        )


        workflow_execution_with_steps_step_executions_item.additional_properties = d
        return workflow_execution_with_steps_step_executions_item

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
