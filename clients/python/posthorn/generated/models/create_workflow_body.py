from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="CreateWorkflowBody")



@_attrs_define
class CreateWorkflowBody:
    """ 
        Attributes:
            name (str):
            event_name (str):
            description (None | str | Unset):
            allow_reentry (bool | None | Unset):
     """

    name: str
    event_name: str
    description: None | str | Unset = UNSET
    allow_reentry: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        event_name = self.event_name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        allow_reentry: bool | None | Unset
        if isinstance(self.allow_reentry, Unset):
            allow_reentry = UNSET
        else:
            allow_reentry = self.allow_reentry


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "name": name,
            "eventName": event_name,
        })
        if description is not UNSET:
            field_dict["description"] = description
        if allow_reentry is not UNSET:
            field_dict["allowReentry"] = allow_reentry

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        event_name = d.pop("eventName")

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))


        def _parse_allow_reentry(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        allow_reentry = _parse_allow_reentry(d.pop("allowReentry", UNSET))


        create_workflow_body = cls(
            name=name,
            event_name=event_name,
            description=description,
            allow_reentry=allow_reentry,
        )


        create_workflow_body.additional_properties = d
        return create_workflow_body

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
