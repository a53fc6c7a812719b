from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SetCampaignRateBody")



@_attrs_define
class SetCampaignRateBody:
    """ 
        Attributes:
            per_second (float | None): At least one in ten seconds; null: as fast as the provider takes them
     """

    per_second: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        per_second: float | None
        per_second = self.per_second


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "perSecond": per_second,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        per_second = _parse_per_second(d.pop("perSecond"))


        set_campaign_rate_body = cls(
            per_second=per_second,
        )


        set_campaign_rate_body.additional_properties = d
        return set_campaign_rate_body

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
