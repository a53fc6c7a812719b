from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_execution_status import WorkflowExecutionStatus
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_execution_contact_type_0 import WorkflowExecutionContactType0
  from ..models.workflow_execution_context_type_0 import WorkflowExecutionContextType0
  from ..models.workflow_execution_current_step_type_0 import WorkflowExecutionCurrentStepType0





T = TypeVar("T", bound="WorkflowExecution")



@_attrs_define
class WorkflowExecution:
    """ 
        Attributes:
            id (UUID):
            workflow_id (UUID):
            contact_id (UUID):
            status (WorkflowExecutionStatus):
            current_step_id (None | UUID):
            exit_reason (None | str):
            context (None | WorkflowExecutionContextType0):
            started_at (datetime.datetime):
            completed_at (datetime.datetime | None):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            contact (None | WorkflowExecutionContactType0):
            current_step (None | WorkflowExecutionCurrentStepType0):
     """

    id: UUID
    workflow_id: UUID
    contact_id: UUID
    status: WorkflowExecutionStatus
    current_step_id: None | UUID
    exit_reason: None | str
    context: None | WorkflowExecutionContextType0
    started_at: datetime.datetime
    completed_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    contact: None | WorkflowExecutionContactType0
    current_step: None | WorkflowExecutionCurrentStepType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_execution_contact_type_0 import WorkflowExecutionContactType0 # noqa: PLC0415
        from ..models.workflow_execution_context_type_0 import WorkflowExecutionContextType0 # noqa: PLC0415
        from ..models.workflow_execution_current_step_type_0 import WorkflowExecutionCurrentStepType0 # noqa: PLC0415
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
        if isinstance(self.context, WorkflowExecutionContextType0):
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
        if isinstance(self.contact, WorkflowExecutionContactType0):
            contact = self.contact.to_dict()
        else:
            contact = self.contact

        current_step: dict[str, Any] | None
        if isinstance(self.current_step, WorkflowExecutionCurrentStepType0):
            current_step = self.current_step.to_dict()
        else:
            current_step = self.current_step


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
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_execution_contact_type_0 import WorkflowExecutionContactType0 # noqa: PLC0415
        from ..models.workflow_execution_context_type_0 import WorkflowExecutionContextType0 # noqa: PLC0415
        from ..models.workflow_execution_current_step_type_0 import WorkflowExecutionCurrentStepType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        workflow_id = UUID(d.pop("workflowId"))




        contact_id = UUID(d.pop("contactId"))




        status = WorkflowExecutionStatus(d.pop("status"))




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


        def _parse_context(data: object) -> None | WorkflowExecutionContextType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                context_type_0 = WorkflowExecutionContextType0.from_dict(data)



                return context_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionContextType0, data)

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




        def _parse_contact(data: object) -> None | WorkflowExecutionContactType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                contact_type_0 = WorkflowExecutionContactType0.from_dict(data)



                return contact_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionContactType0, data)

        contact = _parse_contact(d.pop("contact"))


        def _parse_current_step(data: object) -> None | WorkflowExecutionCurrentStepType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                current_step_type_0 = WorkflowExecutionCurrentStepType0.from_dict(data)



                return current_step_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowExecutionCurrentStepType0, data)

        current_step = _parse_current_step(d.pop("currentStep"))


        workflow_execution = cls(
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
        )


        workflow_execution.additional_properties = d
        return workflow_execution

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
