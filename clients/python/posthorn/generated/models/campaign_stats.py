from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="CampaignStats")



@_attrs_define
class CampaignStats:
    """ 
        Attributes:
            total_recipients (int):
            sent_count (int):
            delivered_count (int):
            opened_count (int):
            clicked_count (int):
            bounced_count (int):
            complained_count (int):
            unsubscribed_count (int):
            human_opens (int): Mails opened by people, as far as can be told
            human_clicks (int):
            open_rate (float):
            click_rate (float):
            bounce_rate (float):
            delivery_rate (float):
            complaint_rate (float):
            unsubscribe_rate (float):
     """

    total_recipients: int
    sent_count: int
    delivered_count: int
    opened_count: int
    clicked_count: int
    bounced_count: int
    complained_count: int
    unsubscribed_count: int
    human_opens: int
    human_clicks: int
    open_rate: float
    click_rate: float
    bounce_rate: float
    delivery_rate: float
    complaint_rate: float
    unsubscribe_rate: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        total_recipients = self.total_recipients

        sent_count = self.sent_count

        delivered_count = self.delivered_count

        opened_count = self.opened_count

        clicked_count = self.clicked_count

        bounced_count = self.bounced_count

        complained_count = self.complained_count

        unsubscribed_count = self.unsubscribed_count

        human_opens = self.human_opens

        human_clicks = self.human_clicks

        open_rate = self.open_rate

        click_rate = self.click_rate

        bounce_rate = self.bounce_rate

        delivery_rate = self.delivery_rate

        complaint_rate = self.complaint_rate

        unsubscribe_rate = self.unsubscribe_rate


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "totalRecipients": total_recipients,
            "sentCount": sent_count,
            "deliveredCount": delivered_count,
            "openedCount": opened_count,
            "clickedCount": clicked_count,
            "bouncedCount": bounced_count,
            "complainedCount": complained_count,
            "unsubscribedCount": unsubscribed_count,
            "humanOpens": human_opens,
            "humanClicks": human_clicks,
            "openRate": open_rate,
            "clickRate": click_rate,
            "bounceRate": bounce_rate,
            "deliveryRate": delivery_rate,
            "complaintRate": complaint_rate,
            "unsubscribeRate": unsubscribe_rate,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total_recipients = d.pop("totalRecipients")

        sent_count = d.pop("sentCount")

        delivered_count = d.pop("deliveredCount")

        opened_count = d.pop("openedCount")

        clicked_count = d.pop("clickedCount")

        bounced_count = d.pop("bouncedCount")

        complained_count = d.pop("complainedCount")

        unsubscribed_count = d.pop("unsubscribedCount")

        human_opens = d.pop("humanOpens")

        human_clicks = d.pop("humanClicks")

        open_rate = d.pop("openRate")

        click_rate = d.pop("clickRate")

        bounce_rate = d.pop("bounceRate")

        delivery_rate = d.pop("deliveryRate")

        complaint_rate = d.pop("complaintRate")

        unsubscribe_rate = d.pop("unsubscribeRate")

        campaign_stats = cls(
            total_recipients=total_recipients,
            sent_count=sent_count,
            delivered_count=delivered_count,
            opened_count=opened_count,
            clicked_count=clicked_count,
            bounced_count=bounced_count,
            complained_count=complained_count,
            unsubscribed_count=unsubscribed_count,
            human_opens=human_opens,
            human_clicks=human_clicks,
            open_rate=open_rate,
            click_rate=click_rate,
            bounce_rate=bounce_rate,
            delivery_rate=delivery_rate,
            complaint_rate=complaint_rate,
            unsubscribe_rate=unsubscribe_rate,
        )


        campaign_stats.additional_properties = d
        return campaign_stats

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
