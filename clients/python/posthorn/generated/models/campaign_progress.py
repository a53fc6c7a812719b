from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.campaign_progress_status import CampaignProgressStatus
from typing import cast






T = TypeVar("T", bound="CampaignProgress")



@_attrs_define
class CampaignProgress:
    """ 
        Attributes:
            status (CampaignProgressStatus):
            paused (bool):
            frozen (int):
            pending (int):
            sending (int):
            sent (int):
            failed (int):
            suppressed (int):
            unknown (int):
            rate_now (float): Mails a second, lately
            rate_limit (float | None): Mails a second; null: as fast as the provider takes them
            seconds_left (int | None): null while it cannot be known
     """

    status: CampaignProgressStatus
    paused: bool
    frozen: int
    pending: int
    sending: int
    sent: int
    failed: int
    suppressed: int
    unknown: int
    rate_now: float
    rate_limit: float | None
    seconds_left: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        paused = self.paused

        frozen = self.frozen

        pending = self.pending

        sending = self.sending

        sent = self.sent

        failed = self.failed

        suppressed = self.suppressed

        unknown = self.unknown

        rate_now = self.rate_now

        rate_limit: float | None
        rate_limit = self.rate_limit

        seconds_left: int | None
        seconds_left = self.seconds_left


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
            "paused": paused,
            "frozen": frozen,
            "pending": pending,
            "sending": sending,
            "sent": sent,
            "failed": failed,
            "suppressed": suppressed,
            "unknown": unknown,
            "rateNow": rate_now,
            "rateLimit": rate_limit,
            "secondsLeft": seconds_left,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = CampaignProgressStatus(d.pop("status"))




        paused = d.pop("paused")

        frozen = d.pop("frozen")

        pending = d.pop("pending")

        sending = d.pop("sending")

        sent = d.pop("sent")

        failed = d.pop("failed")

        suppressed = d.pop("suppressed")

        unknown = d.pop("unknown")

        rate_now = d.pop("rateNow")

        def _parse_rate_limit(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        rate_limit = _parse_rate_limit(d.pop("rateLimit"))


        def _parse_seconds_left(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        seconds_left = _parse_seconds_left(d.pop("secondsLeft"))


        campaign_progress = cls(
            status=status,
            paused=paused,
            frozen=frozen,
            pending=pending,
            sending=sending,
            sent=sent,
            failed=failed,
            suppressed=suppressed,
            unknown=unknown,
            rate_now=rate_now,
            rate_limit=rate_limit,
            seconds_left=seconds_left,
        )


        campaign_progress.additional_properties = d
        return campaign_progress

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
