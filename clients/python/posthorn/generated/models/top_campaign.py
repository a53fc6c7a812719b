from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from uuid import UUID






T = TypeVar("T", bound="TopCampaign")



@_attrs_define
class TopCampaign:
    """ 
        Attributes:
            id (UUID):
            subject (str):
            sent_count (int):
            opened_count (int):
            clicked_count (int):
            open_rate (float):
            click_rate (float):
            human_opens (int):
            human_clicks (int):
     """

    id: UUID
    subject: str
    sent_count: int
    opened_count: int
    clicked_count: int
    open_rate: float
    click_rate: float
    human_opens: int
    human_clicks: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        subject = self.subject

        sent_count = self.sent_count

        opened_count = self.opened_count

        clicked_count = self.clicked_count

        open_rate = self.open_rate

        click_rate = self.click_rate

        human_opens = self.human_opens

        human_clicks = self.human_clicks


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "subject": subject,
            "sentCount": sent_count,
            "openedCount": opened_count,
            "clickedCount": clicked_count,
            "openRate": open_rate,
            "clickRate": click_rate,
            "humanOpens": human_opens,
            "humanClicks": human_clicks,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        subject = d.pop("subject")

        sent_count = d.pop("sentCount")

        opened_count = d.pop("openedCount")

        clicked_count = d.pop("clickedCount")

        open_rate = d.pop("openRate")

        click_rate = d.pop("clickRate")

        human_opens = d.pop("humanOpens")

        human_clicks = d.pop("humanClicks")

        top_campaign = cls(
            id=id,
            subject=subject,
            sent_count=sent_count,
            opened_count=opened_count,
            clicked_count=clicked_count,
            open_rate=open_rate,
            click_rate=click_rate,
            human_opens=human_opens,
            human_clicks=human_clicks,
        )


        top_campaign.additional_properties = d
        return top_campaign

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
