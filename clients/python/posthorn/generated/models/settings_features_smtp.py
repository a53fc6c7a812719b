from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.settings_features_smtp_ports_type_0 import SettingsFeaturesSmtpPortsType0





T = TypeVar("T", bound="SettingsFeaturesSmtp")



@_attrs_define
class SettingsFeaturesSmtp:
    """ 
        Attributes:
            enabled (bool):
            domain (None | str):
            ports (None | SettingsFeaturesSmtpPortsType0):
     """

    enabled: bool
    domain: None | str
    ports: None | SettingsFeaturesSmtpPortsType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.settings_features_smtp_ports_type_0 import SettingsFeaturesSmtpPortsType0 # noqa: PLC0415
        enabled = self.enabled

        domain: None | str
        domain = self.domain

        ports: dict[str, Any] | None
        if isinstance(self.ports, SettingsFeaturesSmtpPortsType0):
            ports = self.ports.to_dict()
        else:
            ports = self.ports


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "enabled": enabled,
            "domain": domain,
            "ports": ports,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.settings_features_smtp_ports_type_0 import SettingsFeaturesSmtpPortsType0 # noqa: PLC0415
        d = dict(src_dict)
        enabled = d.pop("enabled")

        def _parse_domain(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        domain = _parse_domain(d.pop("domain"))


        def _parse_ports(data: object) -> None | SettingsFeaturesSmtpPortsType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                ports_type_0 = SettingsFeaturesSmtpPortsType0.from_dict(data)



                return ports_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SettingsFeaturesSmtpPortsType0, data)

        ports = _parse_ports(d.pop("ports"))


        settings_features_smtp = cls(
            enabled=enabled,
            domain=domain,
            ports=ports,
        )


        settings_features_smtp.additional_properties = d
        return settings_features_smtp

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
