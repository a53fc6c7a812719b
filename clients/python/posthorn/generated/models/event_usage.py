from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.event_usage_used_in_segments_item import EventUsageUsedInSegmentsItem
  from ..models.event_usage_used_in_workflows_item import EventUsageUsedInWorkflowsItem





T = TypeVar("T", bound="EventUsage")



@_attrs_define
class EventUsage:
    """ 
        Attributes:
            used_in_segments (list[EventUsageUsedInSegmentsItem]):
            used_in_workflows (list[EventUsageUsedInWorkflowsItem]):
            total_count (int):
            unique_contacts (int):
            can_delete (bool): Nothing refers to it, and it is no system event
     """

    used_in_segments: list[EventUsageUsedInSegmentsItem]
    used_in_workflows: list[EventUsageUsedInWorkflowsItem]
    total_count: int
    unique_contacts: int
    can_delete: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.event_usage_used_in_segments_item import EventUsageUsedInSegmentsItem # noqa: PLC0415
        from ..models.event_usage_used_in_workflows_item import EventUsageUsedInWorkflowsItem # noqa: PLC0415
        used_in_segments = []
        for used_in_segments_item_data in self.used_in_segments:
            used_in_segments_item = used_in_segments_item_data.to_dict()
            used_in_segments.append(used_in_segments_item)



        used_in_workflows = []
        for used_in_workflows_item_data in self.used_in_workflows:
            used_in_workflows_item = used_in_workflows_item_data.to_dict()
            used_in_workflows.append(used_in_workflows_item)



        total_count = self.total_count

        unique_contacts = self.unique_contacts

        can_delete = self.can_delete


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "usedInSegments": used_in_segments,
            "usedInWorkflows": used_in_workflows,
            "totalCount": total_count,
            "uniqueContacts": unique_contacts,
            "canDelete": can_delete,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event_usage_used_in_segments_item import EventUsageUsedInSegmentsItem # noqa: PLC0415
        from ..models.event_usage_used_in_workflows_item import EventUsageUsedInWorkflowsItem # noqa: PLC0415
        d = dict(src_dict)
        used_in_segments = []
        _used_in_segments = d.pop("usedInSegments")
        for used_in_segments_item_data in (_used_in_segments):
            used_in_segments_item = EventUsageUsedInSegmentsItem.from_dict(used_in_segments_item_data)



            used_in_segments.append(used_in_segments_item)


        used_in_workflows = []
        _used_in_workflows = d.pop("usedInWorkflows")
        for used_in_workflows_item_data in (_used_in_workflows):
            used_in_workflows_item = EventUsageUsedInWorkflowsItem.from_dict(used_in_workflows_item_data)



            used_in_workflows.append(used_in_workflows_item)


        total_count = d.pop("totalCount")

        unique_contacts = d.pop("uniqueContacts")

        can_delete = d.pop("canDelete")

        event_usage = cls(
            used_in_segments=used_in_segments,
            used_in_workflows=used_in_workflows,
            total_count=total_count,
            unique_contacts=unique_contacts,
            can_delete=can_delete,
        )


        event_usage.additional_properties = d
        return event_usage

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
