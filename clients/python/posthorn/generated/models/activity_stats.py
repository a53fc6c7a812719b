from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ActivityStats")



@_attrs_define
class ActivityStats:
    """ 
        Attributes:
            total_events (int):
            total_emails_sent (int):
            total_emails_opened (int):
            total_emails_clicked (int):
            total_workflows_started (int):
            open_rate (float):
            click_rate (float):
     """

    total_events: int
    total_emails_sent: int
    total_emails_opened: int
    total_emails_clicked: int
    total_workflows_started: int
    open_rate: float
    click_rate: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        total_events = self.total_events

        total_emails_sent = self.total_emails_sent

        total_emails_opened = self.total_emails_opened

        total_emails_clicked = self.total_emails_clicked

        total_workflows_started = self.total_workflows_started

        open_rate = self.open_rate

        click_rate = self.click_rate


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "totalEvents": total_events,
            "totalEmailsSent": total_emails_sent,
            "totalEmailsOpened": total_emails_opened,
            "totalEmailsClicked": total_emails_clicked,
            "totalWorkflowsStarted": total_workflows_started,
            "openRate": open_rate,
            "clickRate": click_rate,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total_events = d.pop("totalEvents")

        total_emails_sent = d.pop("totalEmailsSent")

        total_emails_opened = d.pop("totalEmailsOpened")

        total_emails_clicked = d.pop("totalEmailsClicked")

        total_workflows_started = d.pop("totalWorkflowsStarted")

        open_rate = d.pop("openRate")

        click_rate = d.pop("clickRate")

        activity_stats = cls(
            total_events=total_events,
            total_emails_sent=total_emails_sent,
            total_emails_opened=total_emails_opened,
            total_emails_clicked=total_emails_clicked,
            total_workflows_started=total_workflows_started,
            open_rate=open_rate,
            click_rate=click_rate,
        )


        activity_stats.additional_properties = d
        return activity_stats

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
