from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.attachment_disposition import AttachmentDisposition
from ..types import UNSET, Unset






T = TypeVar("T", bound="Attachment")



@_attrs_define
class Attachment:
    """ 
        Attributes:
            filename (str):
            content (str):
            content_type (str):
            type_ (str | Unset): Another name of contentType
            disposition (AttachmentDisposition | Unset):  Default: AttachmentDisposition.ATTACHMENT.
            content_id (str | Unset):
     """

    filename: str
    content: str
    content_type: str
    type_: str | Unset = UNSET
    disposition: AttachmentDisposition | Unset = AttachmentDisposition.ATTACHMENT
    content_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        filename = self.filename

        content = self.content

        content_type = self.content_type

        type_ = self.type_

        disposition: str | Unset = UNSET
        if not isinstance(self.disposition, Unset):
            disposition = self.disposition.value


        content_id = self.content_id


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "filename": filename,
            "content": content,
            "contentType": content_type,
        })
        if type_ is not UNSET:
            field_dict["type"] = type_
        if disposition is not UNSET:
            field_dict["disposition"] = disposition
        if content_id is not UNSET:
            field_dict["contentId"] = content_id

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        filename = d.pop("filename")

        content = d.pop("content")

        content_type = d.pop("contentType")

        type_ = d.pop("type", UNSET)

        _disposition = d.pop("disposition", UNSET)
        disposition: AttachmentDisposition | Unset
        if isinstance(_disposition,  Unset):
            disposition = UNSET
        else:
            disposition = AttachmentDisposition(_disposition)




        content_id = d.pop("contentId", UNSET)

        attachment = cls(
            filename=filename,
            content=content,
            content_type=content_type,
            type_=type_,
            disposition=disposition,
            content_id=content_id,
        )


        attachment.additional_properties = d
        return attachment

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
