from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.update_project_body_tracking import UpdateProjectBodyTracking
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="UpdateProjectBody")



@_attrs_define
class UpdateProjectBody:
    """ 
        Attributes:
            name (str | Unset):
            tracking (UpdateProjectBodyTracking | Unset):
            language (str | Unset): One of en, nl, fr, hi, de, pt, bg, cs, cy, pl, es, it, zh-TW, zh-HK, zh-CN, ja, sv, ar,
                he, fa, ur, or a region of one
            logo (None | str | Unset): The http or https address of an image that recipient pages show, as of `POST
                /uploads/image`; null: none
     """

    name: str | Unset = UNSET
    tracking: UpdateProjectBodyTracking | Unset = UNSET
    language: str | Unset = UNSET
    logo: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        tracking: str | Unset = UNSET
        if not isinstance(self.tracking, Unset):
            tracking = self.tracking.value


        language = self.language

        logo: None | str | Unset
        if isinstance(self.logo, Unset):
            logo = UNSET
        else:
            logo = self.logo


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if tracking is not UNSET:
            field_dict["tracking"] = tracking
        if language is not UNSET:
            field_dict["language"] = language
        if logo is not UNSET:
            field_dict["logo"] = logo

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        _tracking = d.pop("tracking", UNSET)
        tracking: UpdateProjectBodyTracking | Unset
        if isinstance(_tracking,  Unset):
            tracking = UNSET
        else:
            tracking = UpdateProjectBodyTracking(_tracking)




        language = d.pop("language", UNSET)

        def _parse_logo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        logo = _parse_logo(d.pop("logo", UNSET))


        update_project_body = cls(
            name=name,
            tracking=tracking,
            language=language,
            logo=logo,
        )


        update_project_body.additional_properties = d
        return update_project_body

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
