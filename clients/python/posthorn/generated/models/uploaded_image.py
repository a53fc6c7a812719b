from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.uploaded_image_content_type import UploadedImageContentType






T = TypeVar("T", bound="UploadedImage")



@_attrs_define
class UploadedImage:
    """ 
        Attributes:
            url (str):
            key (str):
            filename (str):
            content_type (UploadedImageContentType):
            size (int):
     """

    url: str
    key: str
    filename: str
    content_type: UploadedImageContentType
    size: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        url = self.url

        key = self.key

        filename = self.filename

        content_type = self.content_type.value

        size = self.size


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "url": url,
            "key": key,
            "filename": filename,
            "contentType": content_type,
            "size": size,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        key = d.pop("key")

        filename = d.pop("filename")

        content_type = UploadedImageContentType(d.pop("contentType"))




        size = d.pop("size")

        uploaded_image = cls(
            url=url,
            key=key,
            filename=filename,
            content_type=content_type,
            size=size,
        )


        uploaded_image.additional_properties = d
        return uploaded_image

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
