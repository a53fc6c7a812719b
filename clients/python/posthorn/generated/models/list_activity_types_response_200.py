from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.list_activity_types_response_200_types_item import ListActivityTypesResponse200TypesItem
from typing import cast






T = TypeVar("T", bound="ListActivityTypesResponse200")



@_attrs_define
class ListActivityTypesResponse200:
    """ 
        Attributes:
            types (list[ListActivityTypesResponse200TypesItem]):
     """

    types: list[ListActivityTypesResponse200TypesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        types = []
        for types_item_data in self.types:
            types_item = types_item_data.value
            types.append(types_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "types": types,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        types = []
        _types = d.pop("types")
        for types_item_data in (_types):
            types_item = ListActivityTypesResponse200TypesItem(types_item_data)



            types.append(types_item)


        list_activity_types_response_200 = cls(
            types=types,
        )


        list_activity_types_response_200.additional_properties = d
        return list_activity_types_response_200

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
