from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.create_template_body_type import CreateTemplateBodyType
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="CreateTemplateBody")



@_attrs_define
class CreateTemplateBody:
    """ 
        Attributes:
            name (str):
            subject (str):
            body (str):
            from_ (str):
            description (None | str | Unset):
            from_name (None | str | Unset):
            reply_to (None | str | Unset):
            type_ (CreateTemplateBodyType | Unset):
     """

    name: str
    subject: str
    body: str
    from_: str
    description: None | str | Unset = UNSET
    from_name: None | str | Unset = UNSET
    reply_to: None | str | Unset = UNSET
    type_: CreateTemplateBodyType | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        subject = self.subject

        body = self.body

        from_ = self.from_

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

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
            "name": name,
            "subject": subject,
            "body": body,
            "from": from_,
        })
        if description is not UNSET:
            field_dict["description"] = description
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
        name = d.pop("name")

        subject = d.pop("subject")

        body = d.pop("body")

        from_ = d.pop("from")

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))


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
        type_: CreateTemplateBodyType | Unset
        if isinstance(_type_,  Unset):
            type_ = UNSET
        else:
            type_ = CreateTemplateBodyType(_type_)




        create_template_body = cls(
            name=name,
            subject=subject,
            body=body,
            from_=from_,
            description=description,
            from_name=from_name,
            reply_to=reply_to,
            type_=type_,
        )


        create_template_body.additional_properties = d
        return create_template_body

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
