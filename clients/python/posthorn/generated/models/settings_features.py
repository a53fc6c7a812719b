from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.settings_features_auth_providers import SettingsFeaturesAuthProviders
  from ..models.settings_features_billing import SettingsFeaturesBilling
  from ..models.settings_features_email import SettingsFeaturesEmail
  from ..models.settings_features_signup import SettingsFeaturesSignup
  from ..models.settings_features_smtp import SettingsFeaturesSmtp
  from ..models.settings_features_sponsor import SettingsFeaturesSponsor
  from ..models.settings_features_storage import SettingsFeaturesStorage





T = TypeVar("T", bound="SettingsFeatures")



@_attrs_define
class SettingsFeatures:
    """ 
        Attributes:
            billing (SettingsFeaturesBilling):
            storage (SettingsFeaturesStorage):
            auth_providers (SettingsFeaturesAuthProviders):
            signup (SettingsFeaturesSignup):
            email (SettingsFeaturesEmail):
            sponsor (SettingsFeaturesSponsor):
            smtp (SettingsFeaturesSmtp):
     """

    billing: SettingsFeaturesBilling
    storage: SettingsFeaturesStorage
    auth_providers: SettingsFeaturesAuthProviders
    signup: SettingsFeaturesSignup
    email: SettingsFeaturesEmail
    sponsor: SettingsFeaturesSponsor
    smtp: SettingsFeaturesSmtp
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.settings_features_auth_providers import SettingsFeaturesAuthProviders # noqa: PLC0415
        from ..models.settings_features_billing import SettingsFeaturesBilling # noqa: PLC0415
        from ..models.settings_features_email import SettingsFeaturesEmail # noqa: PLC0415
        from ..models.settings_features_signup import SettingsFeaturesSignup # noqa: PLC0415
        from ..models.settings_features_smtp import SettingsFeaturesSmtp # noqa: PLC0415
        from ..models.settings_features_sponsor import SettingsFeaturesSponsor # noqa: PLC0415
        from ..models.settings_features_storage import SettingsFeaturesStorage # noqa: PLC0415
        billing = self.billing.to_dict()

        storage = self.storage.to_dict()

        auth_providers = self.auth_providers.to_dict()

        signup = self.signup.to_dict()

        email = self.email.to_dict()

        sponsor = self.sponsor.to_dict()

        smtp = self.smtp.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "billing": billing,
            "storage": storage,
            "authProviders": auth_providers,
            "signup": signup,
            "email": email,
            "sponsor": sponsor,
            "smtp": smtp,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.settings_features_auth_providers import SettingsFeaturesAuthProviders # noqa: PLC0415
        from ..models.settings_features_billing import SettingsFeaturesBilling # noqa: PLC0415
        from ..models.settings_features_email import SettingsFeaturesEmail # noqa: PLC0415
        from ..models.settings_features_signup import SettingsFeaturesSignup # noqa: PLC0415
        from ..models.settings_features_smtp import SettingsFeaturesSmtp # noqa: PLC0415
        from ..models.settings_features_sponsor import SettingsFeaturesSponsor # noqa: PLC0415
        from ..models.settings_features_storage import SettingsFeaturesStorage # noqa: PLC0415
        d = dict(src_dict)
        billing = SettingsFeaturesBilling.from_dict(d.pop("billing"))




        storage = SettingsFeaturesStorage.from_dict(d.pop("storage"))




        auth_providers = SettingsFeaturesAuthProviders.from_dict(d.pop("authProviders"))




        signup = SettingsFeaturesSignup.from_dict(d.pop("signup"))




        email = SettingsFeaturesEmail.from_dict(d.pop("email"))




        sponsor = SettingsFeaturesSponsor.from_dict(d.pop("sponsor"))




        smtp = SettingsFeaturesSmtp.from_dict(d.pop("smtp"))




        settings_features = cls(
            billing=billing,
            storage=storage,
            auth_providers=auth_providers,
            signup=signup,
            email=email,
            sponsor=sponsor,
            smtp=smtp,
        )


        settings_features.additional_properties = d
        return settings_features

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
