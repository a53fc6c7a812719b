from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="ProjectKeys")



@_attrs_define
class ProjectKeys:
    """ 
        Attributes:
            id (UUID):
            name (str):
            public (str):
            secret (str): Whole from creation and regenerate-keys only, elsewhere its first 8 digits
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            disabled (bool):
            customer (None | str):
            subscription (None | str):
     """

    id: UUID
    name: str
    public: str
    secret: str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    disabled: bool
    customer: None | str
    subscription: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        public = self.public

        secret = self.secret

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        disabled = self.disabled

        customer: None | str
        customer = self.customer

        subscription: None | str
        subscription = self.subscription


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "public": public,
            "secret": secret,
            "createdAt": created_at,
            "updatedAt": updated_at,
            "disabled": disabled,
            "customer": customer,
            "subscription": subscription,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        public = d.pop("public")

        secret = d.pop("secret")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        disabled = d.pop("disabled")

        def _parse_customer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        customer = _parse_customer(d.pop("customer"))


        def _parse_subscription(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        subscription = _parse_subscription(d.pop("subscription"))


        project_keys = cls(
            id=id,
            name=name,
            public=public,
            secret=secret,
            created_at=created_at,
            updated_at=updated_at,
            disabled=disabled,
            customer=customer,
            subscription=subscription,
        )


        project_keys.additional_properties = d
        return project_keys

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
