from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.settings_aws import SettingsAws
  from ..models.settings_features import SettingsFeatures
  from ..models.settings_mail import SettingsMail
  from ..models.settings_urls import SettingsUrls





T = TypeVar("T", bound="Settings")



@_attrs_define
class Settings:
    """ 
        Attributes:
            environment (str):
            urls (SettingsUrls):
            features (SettingsFeatures):
            aws (SettingsAws):
            mail (SettingsMail):
     """

    environment: str
    urls: SettingsUrls
    features: SettingsFeatures
    aws: SettingsAws
    mail: SettingsMail
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.settings_aws import SettingsAws # noqa: PLC0415
        from ..models.settings_features import SettingsFeatures # noqa: PLC0415
        from ..models.settings_mail import SettingsMail # noqa: PLC0415
        from ..models.settings_urls import SettingsUrls # noqa: PLC0415
        environment = self.environment

        urls = self.urls.to_dict()

        features = self.features.to_dict()

        aws = self.aws.to_dict()

        mail = self.mail.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "environment": environment,
            "urls": urls,
            "features": features,
            "aws": aws,
            "mail": mail,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.settings_aws import SettingsAws # noqa: PLC0415
        from ..models.settings_features import SettingsFeatures # noqa: PLC0415
        from ..models.settings_mail import SettingsMail # noqa: PLC0415
        from ..models.settings_urls import SettingsUrls # noqa: PLC0415
        d = dict(src_dict)
        environment = d.pop("environment")

        urls = SettingsUrls.from_dict(d.pop("urls"))




        features = SettingsFeatures.from_dict(d.pop("features"))




        aws = SettingsAws.from_dict(d.pop("aws"))




        mail = SettingsMail.from_dict(d.pop("mail"))




        settings = cls(
            environment=environment,
            urls=urls,
            features=features,
            aws=aws,
            mail=mail,
        )


        settings.additional_properties = d
        return settings

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
