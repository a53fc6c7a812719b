from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="ListContactFieldValuesResponse200")



@_attrs_define
class ListContactFieldValuesResponse200:
    """ 
        Attributes:
            field (str):
            values (list[Any]):
            count (int):
            limit (int):
     """

    field: str
    values: list[Any]
    count: int
    limit: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        field = self.field

        values = self.values



        count = self.count

        limit = self.limit


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "field": field,
            "values": values,
            "count": count,
            "limit": limit,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        values = cast(list[Any], d.pop("values"))


        count = d.pop("count")

        limit = d.pop("limit")

        list_contact_field_values_response_200 = cls(
            field=field,
            values=values,
            count=count,
            limit=limit,
        )


        list_contact_field_values_response_200.additional_properties = d
        return list_contact_field_values_response_200

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
