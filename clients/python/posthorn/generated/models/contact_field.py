from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.contact_field_type import ContactFieldType






T = TypeVar("T", bound="ContactField")



@_attrs_define
class ContactField:
    """ 
        Attributes:
            field (str):
            type_ (ContactFieldType):
            is_custom (bool):
            coverage (float): Share of contacts that have the field, 0 to 1
     """

    field: str
    type_: ContactFieldType
    is_custom: bool
    coverage: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        field = self.field

        type_ = self.type_.value

        is_custom = self.is_custom

        coverage = self.coverage


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "field": field,
            "type": type_,
            "isCustom": is_custom,
            "coverage": coverage,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        type_ = ContactFieldType(d.pop("type"))




        is_custom = d.pop("isCustom")

        coverage = d.pop("coverage")

        contact_field = cls(
            field=field,
            type_=type_,
            is_custom=is_custom,
            coverage=coverage,
        )


        contact_field.additional_properties = d
        return contact_field

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
