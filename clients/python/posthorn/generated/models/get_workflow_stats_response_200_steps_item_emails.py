from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="GetWorkflowStatsResponse200StepsItemEmails")



@_attrs_define
class GetWorkflowStatsResponse200StepsItemEmails:
    """ 
        Attributes:
            sent (int):
            opened (int):
            clicked (int):
     """

    sent: int
    opened: int
    clicked: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        sent = self.sent

        opened = self.opened

        clicked = self.clicked


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "sent": sent,
            "opened": opened,
            "clicked": clicked,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        sent = d.pop("sent")

        opened = d.pop("opened")

        clicked = d.pop("clicked")

        get_workflow_stats_response_200_steps_item_emails = cls(
            sent=sent,
            opened=opened,
            clicked=clicked,
        )


        get_workflow_stats_response_200_steps_item_emails.additional_properties = d
        return get_workflow_stats_response_200_steps_item_emails

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
