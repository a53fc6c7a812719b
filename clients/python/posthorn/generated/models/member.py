from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.member_role import MemberRole
from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="Member")



@_attrs_define
class Member:
    """ 
        Attributes:
            user_id (UUID):
            email (str):
            role (MemberRole):
            created_at (datetime.datetime):
     """

    user_id: UUID
    email: str
    role: MemberRole
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        user_id = str(self.user_id)

        email = self.email

        role = self.role.value

        created_at = self.created_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "userId": user_id,
            "email": email,
            "role": role,
            "createdAt": created_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = UUID(d.pop("userId"))




        email = d.pop("email")

        role = MemberRole(d.pop("role"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        member = cls(
            user_id=user_id,
            email=email,
            role=role,
            created_at=created_at,
        )


        member.additional_properties = d
        return member

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
