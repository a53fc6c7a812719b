from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="Session")



@_attrs_define
class Session:
    """ 
        Attributes:
            id (UUID):
            current (bool): It is the one that asks
            ip (str): As it was last used
            agent (str): What the client calls itself
            created_at (datetime.datetime):
            last_used_at (datetime.datetime): A minute behind at most
            expires_at (datetime.datetime):
     """

    id: UUID
    current: bool
    ip: str
    agent: str
    created_at: datetime.datetime
    last_used_at: datetime.datetime
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        current = self.current

        ip = self.ip

        agent = self.agent

        created_at = self.created_at.isoformat()

        last_used_at = self.last_used_at.isoformat()

        expires_at = self.expires_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "current": current,
            "ip": ip,
            "agent": agent,
            "createdAt": created_at,
            "lastUsedAt": last_used_at,
            "expiresAt": expires_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        current = d.pop("current")

        ip = d.pop("ip")

        agent = d.pop("agent")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        last_used_at = datetime.datetime.fromisoformat(d.pop("lastUsedAt"))




        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))




        session = cls(
            id=id,
            current=current,
            ip=ip,
            agent=agent,
            created_at=created_at,
            last_used_at=last_used_at,
            expires_at=expires_at,
        )


        session.additional_properties = d
        return session

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
