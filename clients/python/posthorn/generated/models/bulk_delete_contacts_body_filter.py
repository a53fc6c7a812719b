from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="BulkDeleteContactsBodyFilter")



@_attrs_define
class BulkDeleteContactsBodyFilter:
    """ With mode query; `{}` means every contact

        Attributes:
            search (None | str | Unset):
            subscribed (bool | None | Unset):
     """

    search: None | str | Unset = UNSET
    subscribed: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        search: None | str | Unset
        if isinstance(self.search, Unset):
            search = UNSET
        else:
            search = self.search

        subscribed: bool | None | Unset
        if isinstance(self.subscribed, Unset):
            subscribed = UNSET
        else:
            subscribed = self.subscribed


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if search is not UNSET:
            field_dict["search"] = search
        if subscribed is not UNSET:
            field_dict["subscribed"] = subscribed

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_search(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        search = _parse_search(d.pop("search", UNSET))


        def _parse_subscribed(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        subscribed = _parse_subscribed(d.pop("subscribed", UNSET))


        bulk_delete_contacts_body_filter = cls(
            search=search,
            subscribed=subscribed,
        )


        bulk_delete_contacts_body_filter.additional_properties = d
        return bulk_delete_contacts_body_filter

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
