from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="CampaignLink")



@_attrs_define
class CampaignLink:
    """ 
        Attributes:
            target (str):
            clicks (int):
            human_clicks (int): Those by people, as far as can be told
            contacts (int): Who followed it
     """

    target: str
    clicks: int
    human_clicks: int
    contacts: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        target = self.target

        clicks = self.clicks

        human_clicks = self.human_clicks

        contacts = self.contacts


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "target": target,
            "clicks": clicks,
            "humanClicks": human_clicks,
            "contacts": contacts,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        target = d.pop("target")

        clicks = d.pop("clicks")

        human_clicks = d.pop("humanClicks")

        contacts = d.pop("contacts")

        campaign_link = cls(
            target=target,
            clicks=clicks,
            human_clicks=human_clicks,
            contacts=contacts,
        )


        campaign_link.additional_properties = d
        return campaign_link

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
