from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.update_contact_body_data_type_0 import UpdateContactBodyDataType0





T = TypeVar("T", bound="UpdateContactBody")



@_attrs_define
class UpdateContactBody:
    """ 
        Attributes:
            email (str | Unset):
            subscribed (bool | Unset):
            data (None | Unset | UpdateContactBodyDataType0):
     """

    email: str | Unset = UNSET
    subscribed: bool | Unset = UNSET
    data: None | Unset | UpdateContactBodyDataType0 = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.update_contact_body_data_type_0 import UpdateContactBodyDataType0 # noqa: PLC0415
        email = self.email

        subscribed = self.subscribed

        data: dict[str, Any] | None | Unset
        if isinstance(self.data, Unset):
            data = UNSET
        elif isinstance(self.data, UpdateContactBodyDataType0):
            data = self.data.to_dict()
        else:
            data = self.data


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if email is not UNSET:
            field_dict["email"] = email
        if subscribed is not UNSET:
            field_dict["subscribed"] = subscribed
        if data is not UNSET:
            field_dict["data"] = data

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.update_contact_body_data_type_0 import UpdateContactBodyDataType0 # noqa: PLC0415
        d = dict(src_dict)
        email = d.pop("email", UNSET)

        subscribed = d.pop("subscribed", UNSET)

        def _parse_data(data: object) -> None | Unset | UpdateContactBodyDataType0:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                data_type_0 = UpdateContactBodyDataType0.from_dict(data)



                return data_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UpdateContactBodyDataType0, data)

        data = _parse_data(d.pop("data", UNSET))


        update_contact_body = cls(
            email=email,
            subscribed=subscribed,
            data=data,
        )


        update_contact_body.additional_properties = d
        return update_contact_body

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
