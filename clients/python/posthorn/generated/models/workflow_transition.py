from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_transition_wait_outcome_type_0 import WorkflowTransitionWaitOutcomeType0
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_transition_condition_type_0 import WorkflowTransitionConditionType0





T = TypeVar("T", bound="WorkflowTransition")



@_attrs_define
class WorkflowTransition:
    """ 
        Attributes:
            id (UUID):
            from_step_id (UUID):
            to_step_id (UUID):
            condition (None | WorkflowTransitionConditionType0):
            branch (None | str):
            wait_outcome (None | WorkflowTransitionWaitOutcomeType0):
            priority (int):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    from_step_id: UUID
    to_step_id: UUID
    condition: None | WorkflowTransitionConditionType0
    branch: None | str
    wait_outcome: None | WorkflowTransitionWaitOutcomeType0
    priority: int
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_transition_condition_type_0 import WorkflowTransitionConditionType0 # noqa: PLC0415
        id = str(self.id)

        from_step_id = str(self.from_step_id)

        to_step_id = str(self.to_step_id)

        condition: dict[str, Any] | None
        if isinstance(self.condition, WorkflowTransitionConditionType0):
            condition = self.condition.to_dict()
        else:
            condition = self.condition

        branch: None | str
        branch = self.branch

        wait_outcome: None | str
        if isinstance(self.wait_outcome, WorkflowTransitionWaitOutcomeType0):
            wait_outcome = self.wait_outcome.value
        else:
            wait_outcome = self.wait_outcome

        priority = self.priority

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "fromStepId": from_step_id,
            "toStepId": to_step_id,
            "condition": condition,
            "branch": branch,
            "waitOutcome": wait_outcome,
            "priority": priority,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_transition_condition_type_0 import WorkflowTransitionConditionType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        from_step_id = UUID(d.pop("fromStepId"))




        to_step_id = UUID(d.pop("toStepId"))




        def _parse_condition(data: object) -> None | WorkflowTransitionConditionType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                condition_type_0 = WorkflowTransitionConditionType0.from_dict(data)



                return condition_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowTransitionConditionType0, data)

        condition = _parse_condition(d.pop("condition"))


        def _parse_branch(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        branch = _parse_branch(d.pop("branch"))


        def _parse_wait_outcome(data: object) -> None | WorkflowTransitionWaitOutcomeType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                wait_outcome_type_0 = WorkflowTransitionWaitOutcomeType0(data)



                return wait_outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowTransitionWaitOutcomeType0, data)

        wait_outcome = _parse_wait_outcome(d.pop("waitOutcome"))


        priority = d.pop("priority")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        workflow_transition = cls(
            id=id,
            from_step_id=from_step_id,
            to_step_id=to_step_id,
            condition=condition,
            branch=branch,
            wait_outcome=wait_outcome,
            priority=priority,
            created_at=created_at,
            updated_at=updated_at,
        )


        workflow_transition.additional_properties = d
        return workflow_transition

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
