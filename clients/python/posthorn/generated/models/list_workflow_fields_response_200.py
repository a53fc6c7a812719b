from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.list_workflow_fields_response_200_typed_fields_item import ListWorkflowFieldsResponse200TypedFieldsItem





T = TypeVar("T", bound="ListWorkflowFieldsResponse200")



@_attrs_define
class ListWorkflowFieldsResponse200:
    """ 
        Attributes:
            fields (list[str]):
            typed_fields (list[ListWorkflowFieldsResponse200TypedFieldsItem]):
            count (int):
     """

    fields: list[str]
    typed_fields: list[ListWorkflowFieldsResponse200TypedFieldsItem]
    count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.list_workflow_fields_response_200_typed_fields_item import ListWorkflowFieldsResponse200TypedFieldsItem # noqa: PLC0415
        fields = self.fields



        typed_fields = []
        for typed_fields_item_data in self.typed_fields:
            typed_fields_item = typed_fields_item_data.to_dict()
            typed_fields.append(typed_fields_item)



        count = self.count


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "fields": fields,
            "typedFields": typed_fields,
            "count": count,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.list_workflow_fields_response_200_typed_fields_item import ListWorkflowFieldsResponse200TypedFieldsItem # noqa: PLC0415
        d = dict(src_dict)
        fields = cast(list[str], d.pop("fields"))


        typed_fields = []
        _typed_fields = d.pop("typedFields")
        for typed_fields_item_data in (_typed_fields):
            typed_fields_item = ListWorkflowFieldsResponse200TypedFieldsItem.from_dict(typed_fields_item_data)



            typed_fields.append(typed_fields_item)


        count = d.pop("count")

        list_workflow_fields_response_200 = cls(
            fields=fields,
            typed_fields=typed_fields,
            count=count,
        )


        list_workflow_fields_response_200.additional_properties = d
        return list_workflow_fields_response_200

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
