from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import Literal, cast






T = TypeVar("T", bound="LogInResponse200Type2")



@_attrs_define
class LogInResponse200Type2:
    """ 
        Attributes:
            success (Literal['redirect']):
            redirect (str):
     """

    success: Literal['redirect']
    redirect: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        success = self.success

        redirect = self.redirect


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "success": success,
            "redirect": redirect,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        success = cast(Literal['redirect'] , d.pop("success"))
        if success != 'redirect':
            raise ValueError(f"success must match const 'redirect', got '{success}'")

        redirect = d.pop("redirect")

        log_in_response_200_type_2 = cls(
            success=success,
            redirect=redirect,
        )


        log_in_response_200_type_2.additional_properties = d
        return log_in_response_200_type_2

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
