from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Verification")



@_attrs_define
class Verification:
    """ 
        Attributes:
            email (str):
            valid (bool):
            is_disposable (bool):
            is_alias (bool):
            is_typo (bool):
            is_plus_addressed (bool):
            is_personal_email (bool):
            domain_exists (bool):
            has_website (bool):
            has_mx_records (bool):
            reasons (list[str]):
            suggested_email (str | Unset): Present with a likely typo
     """

    email: str
    valid: bool
    is_disposable: bool
    is_alias: bool
    is_typo: bool
    is_plus_addressed: bool
    is_personal_email: bool
    domain_exists: bool
    has_website: bool
    has_mx_records: bool
    reasons: list[str]
    suggested_email: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        valid = self.valid

        is_disposable = self.is_disposable

        is_alias = self.is_alias

        is_typo = self.is_typo

        is_plus_addressed = self.is_plus_addressed

        is_personal_email = self.is_personal_email

        domain_exists = self.domain_exists

        has_website = self.has_website

        has_mx_records = self.has_mx_records

        reasons = self.reasons



        suggested_email = self.suggested_email


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "email": email,
            "valid": valid,
            "isDisposable": is_disposable,
            "isAlias": is_alias,
            "isTypo": is_typo,
            "isPlusAddressed": is_plus_addressed,
            "isPersonalEmail": is_personal_email,
            "domainExists": domain_exists,
            "hasWebsite": has_website,
            "hasMxRecords": has_mx_records,
            "reasons": reasons,
        })
        if suggested_email is not UNSET:
            field_dict["suggestedEmail"] = suggested_email

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        valid = d.pop("valid")

        is_disposable = d.pop("isDisposable")

        is_alias = d.pop("isAlias")

        is_typo = d.pop("isTypo")

        is_plus_addressed = d.pop("isPlusAddressed")

        is_personal_email = d.pop("isPersonalEmail")

        domain_exists = d.pop("domainExists")

        has_website = d.pop("hasWebsite")

        has_mx_records = d.pop("hasMxRecords")

        reasons = cast(list[str], d.pop("reasons"))


        suggested_email = d.pop("suggestedEmail", UNSET)

        verification = cls(
            email=email,
            valid=valid,
            is_disposable=is_disposable,
            is_alias=is_alias,
            is_typo=is_typo,
            is_plus_addressed=is_plus_addressed,
            is_personal_email=is_personal_email,
            domain_exists=domain_exists,
            has_website=has_website,
            has_mx_records=has_mx_records,
            reasons=reasons,
            suggested_email=suggested_email,
        )


        verification.additional_properties = d
        return verification

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
