from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.audit_entry_actor import AuditEntryActor





T = TypeVar("T", bound="AuditEntry")



@_attrs_define
class AuditEntry:
    """ 
        Attributes:
            id (UUID):
            at (datetime.datetime):
            actor (AuditEntryActor):
            action (str):
            target (None | str):
            ip (None | str):
     """

    id: UUID
    at: datetime.datetime
    actor: AuditEntryActor
    action: str
    target: None | str
    ip: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.audit_entry_actor import AuditEntryActor # noqa: PLC0415
        id = str(self.id)

        at = self.at.isoformat()

        actor = self.actor.to_dict()

        action = self.action

        target: None | str
        target = self.target

        ip: None | str
        ip = self.ip


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "at": at,
            "actor": actor,
            "action": action,
            "target": target,
            "ip": ip,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.audit_entry_actor import AuditEntryActor # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        at = datetime.datetime.fromisoformat(d.pop("at"))




        actor = AuditEntryActor.from_dict(d.pop("actor"))




        action = d.pop("action")

        def _parse_target(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        target = _parse_target(d.pop("target"))


        def _parse_ip(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ip = _parse_ip(d.pop("ip"))


        audit_entry = cls(
            id=id,
            at=at,
            actor=actor,
            action=action,
            target=target,
            ip=ip,
        )


        audit_entry.additional_properties = d
        return audit_entry

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
