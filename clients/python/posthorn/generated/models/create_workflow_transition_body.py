from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.create_workflow_transition_body_wait_outcome_type_0 import CreateWorkflowTransitionBodyWaitOutcomeType0
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.create_workflow_transition_body_condition_type_0 import CreateWorkflowTransitionBodyConditionType0





T = TypeVar("T", bound="CreateWorkflowTransitionBody")



@_attrs_define
class CreateWorkflowTransitionBody:
    """ 
        Attributes:
            from_step_id (UUID):
            to_step_id (UUID):
            branch (None | str | Unset):
            condition (CreateWorkflowTransitionBodyConditionType0 | None | Unset):
            wait_outcome (CreateWorkflowTransitionBodyWaitOutcomeType0 | None | Unset):
            priority (int | Unset):
     """

    from_step_id: UUID
    to_step_id: UUID
    branch: None | str | Unset = UNSET
    condition: CreateWorkflowTransitionBodyConditionType0 | None | Unset = UNSET
    wait_outcome: CreateWorkflowTransitionBodyWaitOutcomeType0 | None | Unset = UNSET
    priority: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.create_workflow_transition_body_condition_type_0 import CreateWorkflowTransitionBodyConditionType0 # noqa: PLC0415
        from_step_id = str(self.from_step_id)

        to_step_id = str(self.to_step_id)

        branch: None | str | Unset
        if isinstance(self.branch, Unset):
            branch = UNSET
        else:
            branch = self.branch

        condition: dict[str, Any] | None | Unset
        if isinstance(self.condition, Unset):
            condition = UNSET
        elif isinstance(self.condition, CreateWorkflowTransitionBodyConditionType0):
            condition = self.condition.to_dict()
        else:
            condition = self.condition

        wait_outcome: None | str | Unset
        if isinstance(self.wait_outcome, Unset):
            wait_outcome = UNSET
        elif isinstance(self.wait_outcome, CreateWorkflowTransitionBodyWaitOutcomeType0):
            wait_outcome = self.wait_outcome.value
        else:
            wait_outcome = self.wait_outcome

        priority = self.priority


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "fromStepId": from_step_id,
            "toStepId": to_step_id,
        })
        if branch is not UNSET:
            field_dict["branch"] = branch
        if condition is not UNSET:
            field_dict["condition"] = condition
        if wait_outcome is not UNSET:
            field_dict["waitOutcome"] = wait_outcome
        if priority is not UNSET:
            field_dict["priority"] = priority

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.create_workflow_transition_body_condition_type_0 import CreateWorkflowTransitionBodyConditionType0 # noqa: PLC0415
        d = dict(src_dict)
        from_step_id = UUID(d.pop("fromStepId"))




        to_step_id = UUID(d.pop("toStepId"))




        def _parse_branch(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        branch = _parse_branch(d.pop("branch", UNSET))


        def _parse_condition(data: object) -> CreateWorkflowTransitionBodyConditionType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                condition_type_0 = CreateWorkflowTransitionBodyConditionType0.from_dict(data)



                return condition_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CreateWorkflowTransitionBodyConditionType0 | None | Unset, data)

        condition = _parse_condition(d.pop("condition", UNSET))


        def _parse_wait_outcome(data: object) -> CreateWorkflowTransitionBodyWaitOutcomeType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                wait_outcome_type_0 = CreateWorkflowTransitionBodyWaitOutcomeType0(data)



                return wait_outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CreateWorkflowTransitionBodyWaitOutcomeType0 | None | Unset, data)

        wait_outcome = _parse_wait_outcome(d.pop("waitOutcome", UNSET))


        priority = d.pop("priority", UNSET)

        create_workflow_transition_body = cls(
            from_step_id=from_step_id,
            to_step_id=to_step_id,
            branch=branch,
            condition=condition,
            wait_outcome=wait_outcome,
            priority=priority,
        )


        create_workflow_transition_body.additional_properties = d
        return create_workflow_transition_body

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
