from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.template_type import TemplateType
from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="Template")



@_attrs_define
class Template:
    """ 
        Attributes:
            id (UUID):
            name (str):
            description (None | str):
            subject (str):
            body (str):
            from_ (str):
            from_name (None | str):
            reply_to (None | str):
            type_ (TemplateType):
            project_id (UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    name: str
    description: None | str
    subject: str
    body: str
    from_: str
    from_name: None | str
    reply_to: None | str
    type_: TemplateType
    project_id: UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        description: None | str
        description = self.description

        subject = self.subject

        body = self.body

        from_ = self.from_

        from_name: None | str
        from_name = self.from_name

        reply_to: None | str
        reply_to = self.reply_to

        type_ = self.type_.value

        project_id = str(self.project_id)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "description": description,
            "subject": subject,
            "body": body,
            "from": from_,
            "fromName": from_name,
            "replyTo": reply_to,
            "type": type_,
            "projectId": project_id,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))


        subject = d.pop("subject")

        body = d.pop("body")

        from_ = d.pop("from")

        def _parse_from_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        from_name = _parse_from_name(d.pop("fromName"))


        def _parse_reply_to(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reply_to = _parse_reply_to(d.pop("replyTo"))


        type_ = TemplateType(d.pop("type"))




        project_id = UUID(d.pop("projectId"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        template = cls(
            id=id,
            name=name,
            description=description,
            subject=subject,
            body=body,
            from_=from_,
            from_name=from_name,
            reply_to=reply_to,
            type_=type_,
            project_id=project_id,
            created_at=created_at,
            updated_at=updated_at,
        )


        template.additional_properties = d
        return template

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
