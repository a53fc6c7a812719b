from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="SetupState")



@_attrs_define
class SetupState:
    """ 
        Attributes:
            has_subscription (bool):
            has_verified_domain (bool):
            contact_count (int):
            last_campaign_sent_at (datetime.datetime | None):
            has_enabled_workflow (bool):
     """

    has_subscription: bool
    has_verified_domain: bool
    contact_count: int
    last_campaign_sent_at: datetime.datetime | None
    has_enabled_workflow: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        has_subscription = self.has_subscription

        has_verified_domain = self.has_verified_domain

        contact_count = self.contact_count

        last_campaign_sent_at: None | str
        if isinstance(self.last_campaign_sent_at, datetime.datetime):
            last_campaign_sent_at = self.last_campaign_sent_at.isoformat()
        else:
            last_campaign_sent_at = self.last_campaign_sent_at

        has_enabled_workflow = self.has_enabled_workflow


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "hasSubscription": has_subscription,
            "hasVerifiedDomain": has_verified_domain,
            "contactCount": contact_count,
            "lastCampaignSentAt": last_campaign_sent_at,
            "hasEnabledWorkflow": has_enabled_workflow,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        has_subscription = d.pop("hasSubscription")

        has_verified_domain = d.pop("hasVerifiedDomain")

        contact_count = d.pop("contactCount")

        def _parse_last_campaign_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_campaign_sent_at_type_0 = datetime.datetime.fromisoformat(data)



                return last_campaign_sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_campaign_sent_at = _parse_last_campaign_sent_at(d.pop("lastCampaignSentAt"))


        has_enabled_workflow = d.pop("hasEnabledWorkflow")

        setup_state = cls(
            has_subscription=has_subscription,
            has_verified_domain=has_verified_domain,
            contact_count=contact_count,
            last_campaign_sent_at=last_campaign_sent_at,
            has_enabled_workflow=has_enabled_workflow,
        )


        setup_state.additional_properties = d
        return setup_state

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
