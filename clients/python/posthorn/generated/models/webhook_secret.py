from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="WebhookSecret")



@_attrs_define
class WebhookSecret:
    """ 
        Attributes:
            secret (str): `whsec_` and the key in base64
            created_at (datetime.datetime):
            previous_until (datetime.datetime | None): Until then requests have a second signature, by the secret before;
                null: there was none, or its day is over
     """

    secret: str
    created_at: datetime.datetime
    previous_until: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        secret = self.secret

        created_at = self.created_at.isoformat()

        previous_until: None | str
        if isinstance(self.previous_until, datetime.datetime):
            previous_until = self.previous_until.isoformat()
        else:
            previous_until = self.previous_until


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "secret": secret,
            "createdAt": created_at,
            "previousUntil": previous_until,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        secret = d.pop("secret")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        def _parse_previous_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                previous_until_type_0 = datetime.datetime.fromisoformat(data)



                return previous_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_until = _parse_previous_until(d.pop("previousUntil"))


        webhook_secret = cls(
            secret=secret,
            created_at=created_at,
            previous_until=previous_until,
        )


        webhook_secret.additional_properties = d
        return webhook_secret

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
