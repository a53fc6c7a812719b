from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.billing_limit import BillingLimit





T = TypeVar("T", bound="BillingLimits")



@_attrs_define
class BillingLimits:
    """ 
        Attributes:
            workflows (BillingLimit):
            campaigns (BillingLimit):
            transactional (BillingLimit):
            inbound (BillingLimit):
            currency (str):
            free_tier (BillingLimit | None):
     """

    workflows: BillingLimit
    campaigns: BillingLimit
    transactional: BillingLimit
    inbound: BillingLimit
    currency: str
    free_tier: BillingLimit | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.billing_limit import BillingLimit # noqa: PLC0415
        workflows = self.workflows.to_dict()

        campaigns = self.campaigns.to_dict()

        transactional = self.transactional.to_dict()

        inbound = self.inbound.to_dict()

        currency = self.currency

        free_tier: dict[str, Any] | None
        if isinstance(self.free_tier, BillingLimit):
            free_tier = self.free_tier.to_dict()
        else:
            free_tier = self.free_tier


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "workflows": workflows,
            "campaigns": campaigns,
            "transactional": transactional,
            "inbound": inbound,
            "currency": currency,
            "freeTier": free_tier,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.billing_limit import BillingLimit # noqa: PLC0415
        d = dict(src_dict)
        workflows = BillingLimit.from_dict(d.pop("workflows"))




        campaigns = BillingLimit.from_dict(d.pop("campaigns"))




        transactional = BillingLimit.from_dict(d.pop("transactional"))




        inbound = BillingLimit.from_dict(d.pop("inbound"))




        currency = d.pop("currency")

        def _parse_free_tier(data: object) -> BillingLimit | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                free_tier_type_0 = BillingLimit.from_dict(data)



                return free_tier_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BillingLimit | None, data)

        free_tier = _parse_free_tier(d.pop("freeTier"))


        billing_limits = cls(
            workflows=workflows,
            campaigns=campaigns,
            transactional=transactional,
            inbound=inbound,
            currency=currency,
            free_tier=free_tier,
        )


        billing_limits.additional_properties = d
        return billing_limits

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
