from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.notice_type import NoticeType
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID






T = TypeVar("T", bound="Notice")



@_attrs_define
class Notice:
    """ 
        Attributes:
            id (str): Replay key, known for 7 days
            type_ (NoticeType):
            email_id (None | Unset | UUID):
            message_id (None | str | Unset):
            recipient (None | str | Unset):
            timestamp (float | None | str | Unset):
            bounce_type (None | str | Unset): Permanent, Transient; anything else is Undetermined
            diagnostic (None | str | Unset):
            link (None | str | Unset):
            from_ (None | str | Unset): Of `received`: `name <address>`
            to (list[str] | None | str | Unset):
            subject (None | str | Unset):
            text (None | str | Unset):
            html (None | str | Unset):
     """

    id: str
    type_: NoticeType
    email_id: None | Unset | UUID = UNSET
    message_id: None | str | Unset = UNSET
    recipient: None | str | Unset = UNSET
    timestamp: float | None | str | Unset = UNSET
    bounce_type: None | str | Unset = UNSET
    diagnostic: None | str | Unset = UNSET
    link: None | str | Unset = UNSET
    from_: None | str | Unset = UNSET
    to: list[str] | None | str | Unset = UNSET
    subject: None | str | Unset = UNSET
    text: None | str | Unset = UNSET
    html: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_.value

        email_id: None | str | Unset
        if isinstance(self.email_id, Unset):
            email_id = UNSET
        elif isinstance(self.email_id, UUID):
            email_id = str(self.email_id)
        else:
            email_id = self.email_id

        message_id: None | str | Unset
        if isinstance(self.message_id, Unset):
            message_id = UNSET
        else:
            message_id = self.message_id

        recipient: None | str | Unset
        if isinstance(self.recipient, Unset):
            recipient = UNSET
        else:
            recipient = self.recipient

        timestamp: float | None | str | Unset
        if isinstance(self.timestamp, Unset):
            timestamp = UNSET
        else:
            timestamp = self.timestamp

        bounce_type: None | str | Unset
        if isinstance(self.bounce_type, Unset):
            bounce_type = UNSET
        else:
            bounce_type = self.bounce_type

        diagnostic: None | str | Unset
        if isinstance(self.diagnostic, Unset):
            diagnostic = UNSET
        else:
            diagnostic = self.diagnostic

        link: None | str | Unset
        if isinstance(self.link, Unset):
            link = UNSET
        else:
            link = self.link

        from_: None | str | Unset
        if isinstance(self.from_, Unset):
            from_ = UNSET
        else:
            from_ = self.from_

        to: list[str] | None | str | Unset
        if isinstance(self.to, Unset):
            to = UNSET
        elif isinstance(self.to, list):
            to = self.to


        else:
            to = self.to

        subject: None | str | Unset
        if isinstance(self.subject, Unset):
            subject = UNSET
        else:
            subject = self.subject

        text: None | str | Unset
        if isinstance(self.text, Unset):
            text = UNSET
        else:
            text = self.text

        html: None | str | Unset
        if isinstance(self.html, Unset):
            html = UNSET
        else:
            html = self.html


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "type": type_,
        })
        if email_id is not UNSET:
            field_dict["emailId"] = email_id
        if message_id is not UNSET:
            field_dict["messageId"] = message_id
        if recipient is not UNSET:
            field_dict["recipient"] = recipient
        if timestamp is not UNSET:
            field_dict["timestamp"] = timestamp
        if bounce_type is not UNSET:
            field_dict["bounceType"] = bounce_type
        if diagnostic is not UNSET:
            field_dict["diagnostic"] = diagnostic
        if link is not UNSET:
            field_dict["link"] = link
        if from_ is not UNSET:
            field_dict["from"] = from_
        if to is not UNSET:
            field_dict["to"] = to
        if subject is not UNSET:
            field_dict["subject"] = subject
        if text is not UNSET:
            field_dict["text"] = text
        if html is not UNSET:
            field_dict["html"] = html

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        type_ = NoticeType(d.pop("type"))




        def _parse_email_id(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                email_id_type_0 = UUID(data)



                return email_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        email_id = _parse_email_id(d.pop("emailId", UNSET))


        def _parse_message_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        message_id = _parse_message_id(d.pop("messageId", UNSET))


        def _parse_recipient(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        recipient = _parse_recipient(d.pop("recipient", UNSET))


        def _parse_timestamp(data: object) -> float | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | str | Unset, data)

        timestamp = _parse_timestamp(d.pop("timestamp", UNSET))


        def _parse_bounce_type(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        bounce_type = _parse_bounce_type(d.pop("bounceType", UNSET))


        def _parse_diagnostic(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        diagnostic = _parse_diagnostic(d.pop("diagnostic", UNSET))


        def _parse_link(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        link = _parse_link(d.pop("link", UNSET))


        def _parse_from_(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        from_ = _parse_from_(d.pop("from", UNSET))


        def _parse_to(data: object) -> list[str] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                to_type_0 = cast(list[str], data)

                return to_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | str | Unset, data)

        to = _parse_to(d.pop("to", UNSET))


        def _parse_subject(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        subject = _parse_subject(d.pop("subject", UNSET))


        def _parse_text(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        text = _parse_text(d.pop("text", UNSET))


        def _parse_html(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        html = _parse_html(d.pop("html", UNSET))


        notice = cls(
            id=id,
            type_=type_,
            email_id=email_id,
            message_id=message_id,
            recipient=recipient,
            timestamp=timestamp,
            bounce_type=bounce_type,
            diagnostic=diagnostic,
            link=link,
            from_=from_,
            to=to,
            subject=subject,
            text=text,
            html=html,
        )


        notice.additional_properties = d
        return notice

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
