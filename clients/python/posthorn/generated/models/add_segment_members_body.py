from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="AddSegmentMembersBody")



@_attrs_define
class AddSegmentMembersBody:
    """ 
        Attributes:
            emails (list[str]):
            create_missing (bool | Unset):  Default: False.
            subscribed (bool | Unset):  Default: True.
     """

    emails: list[str]
    create_missing: bool | Unset = False
    subscribed: bool | Unset = True
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        emails = self.emails



        create_missing = self.create_missing

        subscribed = self.subscribed


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "emails": emails,
        })
        if create_missing is not UNSET:
            field_dict["createMissing"] = create_missing
        if subscribed is not UNSET:
            field_dict["subscribed"] = subscribed

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        emails = cast(list[str], d.pop("emails"))


        create_missing = d.pop("createMissing", UNSET)

        subscribed = d.pop("subscribed", UNSET)

        add_segment_members_body = cls(
            emails=emails,
            create_missing=create_missing,
            subscribed=subscribed,
        )


        add_segment_members_body.additional_properties = d
        return add_segment_members_body

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
