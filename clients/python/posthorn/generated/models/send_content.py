from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.attachment import Attachment
  from ..models.named_address import NamedAddress
  from ..models.named_sender import NamedSender
  from ..models.send_content_data import SendContentData
  from ..models.send_content_headers import SendContentHeaders





T = TypeVar("T", bound="SendContent")



@_attrs_define
class SendContent:
    """ A mail with its own content

        Attributes:
            to (list[NamedAddress | str] | NamedAddress | str): One recipient, or up to 1,000 who each get a mail of their
                own
            subject (str):
            body (str): HTML
            from_ (NamedSender | str): On a verified domain; needed unless the template has one
            template (UUID | Unset): Its subject, body and sender are used where the request has none
            name (str | Unset): Say `from: { name, email }` instead
            subscribed (bool | Unset): Subscribes or unsubscribes the contact; without it nothing changes
            data (SendContentData | Unset): Rendered with, and stored on the contact
            headers (SendContentHeaders | Unset):
            reply (str | Unset): Where answers go
            attachments (list[Attachment] | Unset):
     """

    to: list[NamedAddress | str] | NamedAddress | str
    subject: str
    body: str
    from_: NamedSender | str
    template: UUID | Unset = UNSET
    name: str | Unset = UNSET
    subscribed: bool | Unset = UNSET
    data: SendContentData | Unset = UNSET
    headers: SendContentHeaders | Unset = UNSET
    reply: str | Unset = UNSET
    attachments: list[Attachment] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.attachment import Attachment # noqa: PLC0415
        from ..models.named_address import NamedAddress # noqa: PLC0415
        from ..models.named_sender import NamedSender # noqa: PLC0415
        from ..models.send_content_data import SendContentData # noqa: PLC0415
        from ..models.send_content_headers import SendContentHeaders # noqa: PLC0415
        to: dict[str, Any] | list[dict[str, Any] | str] | str
        if isinstance(self.to, NamedAddress):
            to = self.to.to_dict()
        elif isinstance(self.to, list):
            to = []
            for to_type_2_item_data in self.to:
                to_type_2_item: dict[str, Any] | str
                if isinstance(to_type_2_item_data, NamedAddress):
                    to_type_2_item = to_type_2_item_data.to_dict()
                else:
                    to_type_2_item = to_type_2_item_data
                to.append(to_type_2_item)


        else:
            to = self.to

        subject = self.subject

        body = self.body

        from_: dict[str, Any] | str
        if isinstance(self.from_, NamedSender):
            from_ = self.from_.to_dict()
        else:
            from_ = self.from_

        template: str | Unset = UNSET
        if not isinstance(self.template, Unset):
            template = str(self.template)

        name = self.name

        subscribed = self.subscribed

        data: dict[str, Any] | Unset = UNSET
        if not isinstance(self.data, Unset):
            data = self.data.to_dict()

        headers: dict[str, Any] | Unset = UNSET
        if not isinstance(self.headers, Unset):
            headers = self.headers.to_dict()

        reply = self.reply

        attachments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.attachments, Unset):
            attachments = []
            for attachments_item_data in self.attachments:
                attachments_item = attachments_item_data.to_dict()
                attachments.append(attachments_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "to": to,
            "subject": subject,
            "body": body,
            "from": from_,
        })
        if template is not UNSET:
            field_dict["template"] = template
        if name is not UNSET:
            field_dict["name"] = name
        if subscribed is not UNSET:
            field_dict["subscribed"] = subscribed
        if data is not UNSET:
            field_dict["data"] = data
        if headers is not UNSET:
            field_dict["headers"] = headers
        if reply is not UNSET:
            field_dict["reply"] = reply
        if attachments is not UNSET:
            field_dict["attachments"] = attachments

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.attachment import Attachment # noqa: PLC0415
        from ..models.named_address import NamedAddress # noqa: PLC0415
        from ..models.named_sender import NamedSender # noqa: PLC0415
        from ..models.send_content_data import SendContentData # noqa: PLC0415
        from ..models.send_content_headers import SendContentHeaders # noqa: PLC0415
        d = dict(src_dict)
        def _parse_to(data: object) -> list[NamedAddress | str] | NamedAddress | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                to_type_1 = NamedAddress.from_dict(data)



                return to_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, list):
                    raise TypeError()
                to_type_2 = []
                _to_type_2 = data
                for to_type_2_item_data in (_to_type_2):
                    def _parse_to_type_2_item(data: object) -> NamedAddress | str:
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            to_type_2_item_type_1 = NamedAddress.from_dict(data)



                            return to_type_2_item_type_1
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        return cast(NamedAddress | str, data)

                    to_type_2_item = _parse_to_type_2_item(to_type_2_item_data)

                    to_type_2.append(to_type_2_item)

                return to_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[NamedAddress | str] | NamedAddress | str, data)

        to = _parse_to(d.pop("to"))


        subject = d.pop("subject")

        body = d.pop("body")

        def _parse_from_(data: object) -> NamedSender | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                from_type_1 = NamedSender.from_dict(data)



                return from_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NamedSender | str, data)

        from_ = _parse_from_(d.pop("from"))


        _template = d.pop("template", UNSET)
        template: UUID | Unset
        if isinstance(_template,  Unset):
            template = UNSET
        else:
            template = UUID(_template)




        name = d.pop("name", UNSET)

        subscribed = d.pop("subscribed", UNSET)

        _data = d.pop("data", UNSET)
        data: SendContentData | Unset
        if isinstance(_data,  Unset):
            data = UNSET
        else:
            data = SendContentData.from_dict(_data)




        _headers = d.pop("headers", UNSET)
        headers: SendContentHeaders | Unset
        if isinstance(_headers,  Unset):
            headers = UNSET
        else:
            headers = SendContentHeaders.from_dict(_headers)




        reply = d.pop("reply", UNSET)

        _attachments = d.pop("attachments", UNSET)
        attachments: list[Attachment] | Unset = UNSET
        if _attachments is not UNSET:
            attachments = []
            for attachments_item_data in _attachments:
                attachments_item = Attachment.from_dict(attachments_item_data)



                attachments.append(attachments_item)


        send_content = cls(
            to=to,
            subject=subject,
            body=body,
            from_=from_,
            template=template,
            name=name,
            subscribed=subscribed,
            data=data,
            headers=headers,
            reply=reply,
            attachments=attachments,
        )


        send_content.additional_properties = d
        return send_content

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
