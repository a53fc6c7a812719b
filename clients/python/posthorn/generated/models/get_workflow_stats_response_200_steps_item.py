from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.get_workflow_stats_response_200_steps_item_branches import GetWorkflowStatsResponse200StepsItemBranches
  from ..models.get_workflow_stats_response_200_steps_item_emails import GetWorkflowStatsResponse200StepsItemEmails





T = TypeVar("T", bound="GetWorkflowStatsResponse200StepsItem")



@_attrs_define
class GetWorkflowStatsResponse200StepsItem:
    """ 
        Attributes:
            step_id (UUID):
            entered (int):
            waiting (int):
            completed (int):
            failed (int):
            skipped (int):
            branches (GetWorkflowStatsResponse200StepsItemBranches):
            emails (GetWorkflowStatsResponse200StepsItemEmails):
     """

    step_id: UUID
    entered: int
    waiting: int
    completed: int
    failed: int
    skipped: int
    branches: GetWorkflowStatsResponse200StepsItemBranches
    emails: GetWorkflowStatsResponse200StepsItemEmails
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.get_workflow_stats_response_200_steps_item_branches import GetWorkflowStatsResponse200StepsItemBranches # noqa: PLC0415
        from ..models.get_workflow_stats_response_200_steps_item_emails import GetWorkflowStatsResponse200StepsItemEmails # noqa: PLC0415
        step_id = str(self.step_id)

        entered = self.entered

        waiting = self.waiting

        completed = self.completed

        failed = self.failed

        skipped = self.skipped

        branches = self.branches.to_dict()

        emails = self.emails.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "stepId": step_id,
            "entered": entered,
            "waiting": waiting,
            "completed": completed,
            "failed": failed,
            "skipped": skipped,
            "branches": branches,
            "emails": emails,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.get_workflow_stats_response_200_steps_item_branches import GetWorkflowStatsResponse200StepsItemBranches # noqa: PLC0415
        from ..models.get_workflow_stats_response_200_steps_item_emails import GetWorkflowStatsResponse200StepsItemEmails # noqa: PLC0415
        d = dict(src_dict)
        step_id = UUID(d.pop("stepId"))




        entered = d.pop("entered")

        waiting = d.pop("waiting")

        completed = d.pop("completed")

        failed = d.pop("failed")

        skipped = d.pop("skipped")

        branches = GetWorkflowStatsResponse200StepsItemBranches.from_dict(d.pop("branches"))




        emails = GetWorkflowStatsResponse200StepsItemEmails.from_dict(d.pop("emails"))




        get_workflow_stats_response_200_steps_item = cls(
            step_id=step_id,
            entered=entered,
            waiting=waiting,
            completed=completed,
            failed=failed,
            skipped=skipped,
            branches=branches,
            emails=emails,
        )


        get_workflow_stats_response_200_steps_item.additional_properties = d
        return get_workflow_stats_response_200_steps_item

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
