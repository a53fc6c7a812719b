from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SettingsUrls")



@_attrs_define
class SettingsUrls:
    """ 
        Attributes:
            api (str):
            dashboard (str):
            landing (None | str):
            wiki (None | str):
     """

    api: str
    dashboard: str
    landing: None | str
    wiki: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        api = self.api

        dashboard = self.dashboard

        landing: None | str
        landing = self.landing

        wiki: None | str
        wiki = self.wiki


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "api": api,
            "dashboard": dashboard,
            "landing": landing,
            "wiki": wiki,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        api = d.pop("api")

        dashboard = d.pop("dashboard")

        def _parse_landing(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        landing = _parse_landing(d.pop("landing"))


        def _parse_wiki(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        wiki = _parse_wiki(d.pop("wiki"))


        settings_urls = cls(
            api=api,
            dashboard=dashboard,
            landing=landing,
            wiki=wiki,
        )


        settings_urls.additional_properties = d
        return settings_urls

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
