from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.template_usage_campaigns_item import TemplateUsageCampaignsItem
  from ..models.template_usage_workflow_steps_item import TemplateUsageWorkflowStepsItem





T = TypeVar("T", bound="TemplateUsage")



@_attrs_define
class TemplateUsage:
    """ 
        Attributes:
            campaigns (list[TemplateUsageCampaignsItem]):
            workflow_steps (list[TemplateUsageWorkflowStepsItem]):
            emails_sent (int): Mails made of it that left
     """

    campaigns: list[TemplateUsageCampaignsItem]
    workflow_steps: list[TemplateUsageWorkflowStepsItem]
    emails_sent: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.template_usage_campaigns_item import TemplateUsageCampaignsItem # noqa: PLC0415
        from ..models.template_usage_workflow_steps_item import TemplateUsageWorkflowStepsItem # noqa: PLC0415
        campaigns = []
        for campaigns_item_data in self.campaigns:
            campaigns_item = campaigns_item_data.to_dict()
            campaigns.append(campaigns_item)



        workflow_steps = []
        for workflow_steps_item_data in self.workflow_steps:
            workflow_steps_item = workflow_steps_item_data.to_dict()
            workflow_steps.append(workflow_steps_item)



        emails_sent = self.emails_sent


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "campaigns": campaigns,
            "workflowSteps": workflow_steps,
            "emailsSent": emails_sent,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.template_usage_campaigns_item import TemplateUsageCampaignsItem # noqa: PLC0415
        from ..models.template_usage_workflow_steps_item import TemplateUsageWorkflowStepsItem # noqa: PLC0415
        d = dict(src_dict)
        campaigns = []
        _campaigns = d.pop("campaigns")
        for campaigns_item_data in (_campaigns):
            campaigns_item = TemplateUsageCampaignsItem.from_dict(campaigns_item_data)



            campaigns.append(campaigns_item)


        workflow_steps = []
        _workflow_steps = d.pop("workflowSteps")
        for workflow_steps_item_data in (_workflow_steps):
            workflow_steps_item = TemplateUsageWorkflowStepsItem.from_dict(workflow_steps_item_data)



            workflow_steps.append(workflow_steps_item)


        emails_sent = d.pop("emailsSent")

        template_usage = cls(
            campaigns=campaigns,
            workflow_steps=workflow_steps,
            emails_sent=emails_sent,
        )


        template_usage.additional_properties = d
        return template_usage

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
