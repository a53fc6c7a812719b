from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SettingsAws")



@_attrs_define
class SettingsAws:
    """ 
        Attributes:
            ses_region (None | str):
            mail_from_subdomain (str):
     """

    ses_region: None | str
    mail_from_subdomain: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        ses_region: None | str
        ses_region = self.ses_region

        mail_from_subdomain = self.mail_from_subdomain


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "sesRegion": ses_region,
            "mailFromSubdomain": mail_from_subdomain,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_ses_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ses_region = _parse_ses_region(d.pop("sesRegion"))


        mail_from_subdomain = d.pop("mailFromSubdomain")

        settings_aws = cls(
            ses_region=ses_region,
            mail_from_subdomain=mail_from_subdomain,
        )


        settings_aws.additional_properties = d
        return settings_aws

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
