from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="BillingLimit")



@_attrs_define
class BillingLimit:
    """ 
        Attributes:
            limit (int | None):
            usage (int):
            percentage (float):
            is_warning (bool): From 80 %
            is_blocked (bool): From 100 %
     """

    limit: int | None
    usage: int
    percentage: float
    is_warning: bool
    is_blocked: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        limit: int | None
        limit = self.limit

        usage = self.usage

        percentage = self.percentage

        is_warning = self.is_warning

        is_blocked = self.is_blocked


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "limit": limit,
            "usage": usage,
            "percentage": percentage,
            "isWarning": is_warning,
            "isBlocked": is_blocked,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_limit(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        limit = _parse_limit(d.pop("limit"))


        usage = d.pop("usage")

        percentage = d.pop("percentage")

        is_warning = d.pop("isWarning")

        is_blocked = d.pop("isBlocked")

        billing_limit = cls(
            limit=limit,
            usage=usage,
            percentage=percentage,
            is_warning=is_warning,
            is_blocked=is_blocked,
        )


        billing_limit.additional_properties = d
        return billing_limit

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
