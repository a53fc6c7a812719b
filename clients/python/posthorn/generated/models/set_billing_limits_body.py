from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SetBillingLimitsBody")



@_attrs_define
class SetBillingLimitsBody:
    """ 
        Attributes:
            workflows (int | None):
            campaigns (int | None):
            transactional (int | None):
            inbound (int | None):
     """

    workflows: int | None
    campaigns: int | None
    transactional: int | None
    inbound: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        workflows: int | None
        workflows = self.workflows

        campaigns: int | None
        campaigns = self.campaigns

        transactional: int | None
        transactional = self.transactional

        inbound: int | None
        inbound = self.inbound


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "workflows": workflows,
            "campaigns": campaigns,
            "transactional": transactional,
            "inbound": inbound,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_workflows(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        workflows = _parse_workflows(d.pop("workflows"))


        def _parse_campaigns(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        campaigns = _parse_campaigns(d.pop("campaigns"))


        def _parse_transactional(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        transactional = _parse_transactional(d.pop("transactional"))


        def _parse_inbound(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        inbound = _parse_inbound(d.pop("inbound"))


        set_billing_limits_body = cls(
            workflows=workflows,
            campaigns=campaigns,
            transactional=transactional,
            inbound=inbound,
        )


        set_billing_limits_body.additional_properties = d
        return set_billing_limits_body

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
