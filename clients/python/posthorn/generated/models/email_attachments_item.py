from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.email_attachments_item_disposition import EmailAttachmentsItemDisposition
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="EmailAttachmentsItem")



@_attrs_define
class EmailAttachmentsItem:
    """ 
        Attributes:
            filename (str):
            content_type (str):
            disposition (EmailAttachmentsItemDisposition):
            content_id (None | str):
            content (str | Unset): base64; left out in lists
     """

    filename: str
    content_type: str
    disposition: EmailAttachmentsItemDisposition
    content_id: None | str
    content: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        filename = self.filename

        content_type = self.content_type

        disposition = self.disposition.value

        content_id: None | str
        content_id = self.content_id

        content = self.content


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "filename": filename,
            "contentType": content_type,
            "disposition": disposition,
            "contentId": content_id,
        })
        if content is not UNSET:
            field_dict["content"] = content

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        filename = d.pop("filename")

        content_type = d.pop("contentType")

        disposition = EmailAttachmentsItemDisposition(d.pop("disposition"))




        def _parse_content_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        content_id = _parse_content_id(d.pop("contentId"))


        content = d.pop("content", UNSET)

        email_attachments_item = cls(
            filename=filename,
            content_type=content_type,
            disposition=disposition,
            content_id=content_id,
            content=content,
        )


        email_attachments_item.additional_properties = d
        return email_attachments_item

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
