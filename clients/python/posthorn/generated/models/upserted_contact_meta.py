from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="UpsertedContactMeta")



@_attrs_define
class UpsertedContactMeta:
    """ 
        Attributes:
            is_new (bool):
            is_update (bool):
     """

    is_new: bool
    is_update: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        is_new = self.is_new

        is_update = self.is_update


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "isNew": is_new,
            "isUpdate": is_update,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        is_new = d.pop("isNew")

        is_update = d.pop("isUpdate")

        upserted_contact_meta = cls(
            is_new=is_new,
            is_update=is_update,
        )


        upserted_contact_meta.additional_properties = d
        return upserted_contact_meta

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
