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
  from ..models.inbox_mail_attachments_item import InboxMailAttachmentsItem
  from ..models.inbox_mail_headers import InboxMailHeaders





T = TypeVar("T", bound="InboxMail")



@_attrs_define
class InboxMail:
    """ 
        Attributes:
            id (UUID):
            email_id (UUID):
            project_id (UUID):
            from_ (str):
            to (str):
            subject (str):
            received_at (datetime.datetime):
            headers (InboxMailHeaders):
            html (None | str):
            text (None | str):
            attachments (list[InboxMailAttachmentsItem]):
            raw (None | str):
     """

    id: UUID
    email_id: UUID
    project_id: UUID
    from_: str
    to: str
    subject: str
    received_at: datetime.datetime
    headers: InboxMailHeaders
    html: None | str
    text: None | str
    attachments: list[InboxMailAttachmentsItem]
    raw: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.inbox_mail_attachments_item import InboxMailAttachmentsItem # noqa: PLC0415
        from ..models.inbox_mail_headers import InboxMailHeaders # noqa: PLC0415
        id = str(self.id)

        email_id = str(self.email_id)

        project_id = str(self.project_id)

        from_ = self.from_

        to = self.to

        subject = self.subject

        received_at = self.received_at.isoformat()

        headers = self.headers.to_dict()

        html: None | str
        html = self.html

        text: None | str
        text = self.text

        attachments = []
        for attachments_item_data in self.attachments:
            attachments_item = attachments_item_data.to_dict()
            attachments.append(attachments_item)



        raw: None | str
        raw = self.raw


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
            "headers": headers,
            "html": html,
            "text": text,
            "attachments": attachments,
            "raw": raw,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.inbox_mail_attachments_item import InboxMailAttachmentsItem # noqa: PLC0415
        from ..models.inbox_mail_headers import InboxMailHeaders # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        email_id = UUID(d.pop("emailId"))




        project_id = UUID(d.pop("projectId"))




        from_ = d.pop("from")

        to = d.pop("to")

        subject = d.pop("subject")

        received_at = datetime.datetime.fromisoformat(d.pop("receivedAt"))




        headers = InboxMailHeaders.from_dict(d.pop("headers"))




        def _parse_html(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        html = _parse_html(d.pop("html"))


        def _parse_text(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        text = _parse_text(d.pop("text"))


        attachments = []
        _attachments = d.pop("attachments")
        for attachments_item_data in (_attachments):
            attachments_item = InboxMailAttachmentsItem.from_dict(attachments_item_data)



            attachments.append(attachments_item)


        def _parse_raw(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        raw = _parse_raw(d.pop("raw"))


        inbox_mail = cls(
            id=id,
            email_id=email_id,
            project_id=project_id,
            from_=from_,
            to=to,
            subject=subject,
            received_at=received_at,
            headers=headers,
            html=html,
            text=text,
            attachments=attachments,
            raw=raw,
        )


        inbox_mail.additional_properties = d
        return inbox_mail

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
