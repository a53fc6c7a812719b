from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.list_workflow_fields_response_200_typed_fields_item_category import ListWorkflowFieldsResponse200TypedFieldsItemCategory






T = TypeVar("T", bound="ListWorkflowFieldsResponse200TypedFieldsItem")



@_attrs_define
class ListWorkflowFieldsResponse200TypedFieldsItem:
    """ 
        Attributes:
            field (str):
            type_ (str):
            category (ListWorkflowFieldsResponse200TypedFieldsItemCategory):
     """

    field: str
    type_: str
    category: ListWorkflowFieldsResponse200TypedFieldsItemCategory
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        field = self.field

        type_ = self.type_

        category = self.category.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "field": field,
            "type": type_,
            "category": category,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        type_ = d.pop("type")

        category = ListWorkflowFieldsResponse200TypedFieldsItemCategory(d.pop("category"))




        list_workflow_fields_response_200_typed_fields_item = cls(
            field=field,
            type_=type_,
            category=category,
        )


        list_workflow_fields_response_200_typed_fields_item.additional_properties = d
        return list_workflow_fields_response_200_typed_fields_item

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
