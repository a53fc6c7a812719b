from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.update_template_body_type import UpdateTemplateBodyType
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="UpdateTemplateBody")



@_attrs_define
class UpdateTemplateBody:
    """ 
        Attributes:
            name (str | Unset):
            description (None | str | Unset):
            subject (str | Unset):
            body (str | Unset):
            from_ (str | Unset):
            from_name (None | str | Unset):
            reply_to (None | str | Unset):
            type_ (UpdateTemplateBodyType | Unset):
     """

    name: str | Unset = UNSET
    description: None | str | Unset = UNSET
    subject: str | Unset = UNSET
    body: str | Unset = UNSET
    from_: str | Unset = UNSET
    from_name: None | str | Unset = UNSET
    reply_to: None | str | Unset = UNSET
    type_: UpdateTemplateBodyType | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        subject = self.subject

        body = self.body

        from_ = self.from_

        from_name: None | str | Unset
        if isinstance(self.from_name, Unset):
            from_name = UNSET
        else:
            from_name = self.from_name

        reply_to: None | str | Unset
        if isinstance(self.reply_to, Unset):
            reply_to = UNSET
        else:
            reply_to = self.reply_to

        type_: str | Unset = UNSET
        if not isinstance(self.type_, Unset):
            type_ = self.type_.value



        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if description is not UNSET:
            field_dict["description"] = description
        if subject is not UNSET:
            field_dict["subject"] = subject
        if body is not UNSET:
            field_dict["body"] = body
        if from_ is not UNSET:
            field_dict["from"] = from_
        if from_name is not UNSET:
            field_dict["fromName"] = from_name
        if reply_to is not UNSET:
            field_dict["replyTo"] = reply_to
        if type_ is not UNSET:
            field_dict["type"] = type_

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))


        subject = d.pop("subject", UNSET)

        body = d.pop("body", UNSET)

        from_ = d.pop("from", UNSET)

        def _parse_from_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        from_name = _parse_from_name(d.pop("fromName", UNSET))


        def _parse_reply_to(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        reply_to = _parse_reply_to(d.pop("replyTo", UNSET))


        _type_ = d.pop("type", UNSET)
        type_: UpdateTemplateBodyType | Unset
        if isinstance(_type_,  Unset):
            type_ = UNSET
        else:
            type_ = UpdateTemplateBodyType(_type_)




        update_template_body = cls(
            name=name,
            description=description,
            subject=subject,
            body=body,
            from_=from_,
            from_name=from_name,
            reply_to=reply_to,
            type_=type_,
        )


        update_template_body.additional_properties = d
        return update_template_body

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
