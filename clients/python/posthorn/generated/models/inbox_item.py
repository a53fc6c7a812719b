from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="InboxItem")



@_attrs_define
class InboxItem:
    """ 
        Attributes:
            id (UUID):
            email_id (UUID):
            project_id (UUID):
            from_ (str):
            to (str):
            subject (str):
            received_at (datetime.datetime):
     """

    id: UUID
    email_id: UUID
    project_id: UUID
    from_: str
    to: str
    subject: str
    received_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        email_id = str(self.email_id)

        project_id = str(self.project_id)

        from_ = self.from_

        to = self.to

        subject = self.subject

        received_at = self.received_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "emailId": email_id,
            "projectId": project_id,
            "from": from_,
            "to": to,
            "subject": subject,
            "receivedAt": received_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        email_id = UUID(d.pop("emailId"))




        project_id = UUID(d.pop("projectId"))




        from_ = d.pop("from")

        to = d.pop("to")

        subject = d.pop("subject")

        received_at = datetime.datetime.fromisoformat(d.pop("receivedAt"))




        inbox_item = cls(
            id=id,
            email_id=email_id,
            project_id=project_id,
            from_=from_,
            to=to,
            subject=subject,
            received_at=received_at,
        )


        inbox_item.additional_properties = d
        return inbox_item

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
