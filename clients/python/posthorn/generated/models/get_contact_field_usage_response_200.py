from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.get_contact_field_usage_response_200_used_in_campaigns_item import GetContactFieldUsageResponse200UsedInCampaignsItem
  from ..models.get_contact_field_usage_response_200_used_in_segments_item import GetContactFieldUsageResponse200UsedInSegmentsItem
  from ..models.get_contact_field_usage_response_200_used_in_workflows_item import GetContactFieldUsageResponse200UsedInWorkflowsItem





T = TypeVar("T", bound="GetContactFieldUsageResponse200")



@_attrs_define
class GetContactFieldUsageResponse200:
    """ 
        Attributes:
            used_in_segments (list[GetContactFieldUsageResponse200UsedInSegmentsItem]):
            used_in_campaigns (list[GetContactFieldUsageResponse200UsedInCampaignsItem]):
            used_in_workflows (list[GetContactFieldUsageResponse200UsedInWorkflowsItem]):
            contact_count (int):
            can_delete (bool):
     """

    used_in_segments: list[GetContactFieldUsageResponse200UsedInSegmentsItem]
    used_in_campaigns: list[GetContactFieldUsageResponse200UsedInCampaignsItem]
    used_in_workflows: list[GetContactFieldUsageResponse200UsedInWorkflowsItem]
    contact_count: int
    can_delete: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.get_contact_field_usage_response_200_used_in_campaigns_item import GetContactFieldUsageResponse200UsedInCampaignsItem # noqa: PLC0415
        from ..models.get_contact_field_usage_response_200_used_in_segments_item import GetContactFieldUsageResponse200UsedInSegmentsItem # noqa: PLC0415
        from ..models.get_contact_field_usage_response_200_used_in_workflows_item import GetContactFieldUsageResponse200UsedInWorkflowsItem # noqa: PLC0415
        used_in_segments = []
        for used_in_segments_item_data in self.used_in_segments:
            used_in_segments_item = used_in_segments_item_data.to_dict()
            used_in_segments.append(used_in_segments_item)



        used_in_campaigns = []
        for used_in_campaigns_item_data in self.used_in_campaigns:
            used_in_campaigns_item = used_in_campaigns_item_data.to_dict()
            used_in_campaigns.append(used_in_campaigns_item)



        used_in_workflows = []
        for used_in_workflows_item_data in self.used_in_workflows:
            used_in_workflows_item = used_in_workflows_item_data.to_dict()
            used_in_workflows.append(used_in_workflows_item)



        contact_count = self.contact_count

        can_delete = self.can_delete


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "usedInSegments": used_in_segments,
            "usedInCampaigns": used_in_campaigns,
            "usedInWorkflows": used_in_workflows,
            "contactCount": contact_count,
            "canDelete": can_delete,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.get_contact_field_usage_response_200_used_in_campaigns_item import GetContactFieldUsageResponse200UsedInCampaignsItem # noqa: PLC0415
        from ..models.get_contact_field_usage_response_200_used_in_segments_item import GetContactFieldUsageResponse200UsedInSegmentsItem # noqa: PLC0415
        from ..models.get_contact_field_usage_response_200_used_in_workflows_item import GetContactFieldUsageResponse200UsedInWorkflowsItem # noqa: PLC0415
        d = dict(src_dict)
        used_in_segments = []
        _used_in_segments = d.pop("usedInSegments")
        for used_in_segments_item_data in (_used_in_segments):
            used_in_segments_item = GetContactFieldUsageResponse200UsedInSegmentsItem.from_dict(used_in_segments_item_data)



            used_in_segments.append(used_in_segments_item)


        used_in_campaigns = []
        _used_in_campaigns = d.pop("usedInCampaigns")
        for used_in_campaigns_item_data in (_used_in_campaigns):
            used_in_campaigns_item = GetContactFieldUsageResponse200UsedInCampaignsItem.from_dict(used_in_campaigns_item_data)



            used_in_campaigns.append(used_in_campaigns_item)


        used_in_workflows = []
        _used_in_workflows = d.pop("usedInWorkflows")
        for used_in_workflows_item_data in (_used_in_workflows):
            used_in_workflows_item = GetContactFieldUsageResponse200UsedInWorkflowsItem.from_dict(used_in_workflows_item_data)



            used_in_workflows.append(used_in_workflows_item)


        contact_count = d.pop("contactCount")

        can_delete = d.pop("canDelete")

        get_contact_field_usage_response_200 = cls(
            used_in_segments=used_in_segments,
            used_in_campaigns=used_in_campaigns,
            used_in_workflows=used_in_workflows,
            contact_count=contact_count,
            can_delete=can_delete,
        )


        get_contact_field_usage_response_200.additional_properties = d
        return get_contact_field_usage_response_200

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
