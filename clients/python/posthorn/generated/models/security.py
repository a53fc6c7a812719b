from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.security_levels import SecurityLevels
  from ..models.security_status import SecurityStatus





T = TypeVar("T", bound="Security")



@_attrs_define
class Security:
    """ 
        Attributes:
            status (SecurityStatus):
            levels (SecurityLevels):
            is_disabled (bool):
     """

    status: SecurityStatus
    levels: SecurityLevels
    is_disabled: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.security_levels import SecurityLevels # noqa: PLC0415
        from ..models.security_status import SecurityStatus # noqa: PLC0415
        status = self.status.to_dict()

        levels = self.levels.to_dict()

        is_disabled = self.is_disabled


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
            "levels": levels,
            "isDisabled": is_disabled,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.security_levels import SecurityLevels # noqa: PLC0415
        from ..models.security_status import SecurityStatus # noqa: PLC0415
        d = dict(src_dict)
        status = SecurityStatus.from_dict(d.pop("status"))




        levels = SecurityLevels.from_dict(d.pop("levels"))




        is_disabled = d.pop("isDisabled")

        security = cls(
            status=status,
            levels=levels,
            is_disabled=is_disabled,
        )


        security.additional_properties = d
        return security

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
