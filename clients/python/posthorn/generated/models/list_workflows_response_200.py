from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.list_workflows_response_200_data_item import ListWorkflowsResponse200DataItem





T = TypeVar("T", bound="ListWorkflowsResponse200")



@_attrs_define
class ListWorkflowsResponse200:
    """ 
        Attributes:
            data (list[ListWorkflowsResponse200DataItem]):
            total (int):
            page (int):
            page_size (int):
            total_pages (int):
     """

    data: list[ListWorkflowsResponse200DataItem]
    total: int
    page: int
    page_size: int
    total_pages: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.list_workflows_response_200_data_item import ListWorkflowsResponse200DataItem # noqa: PLC0415
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)



        total = self.total

        page = self.page

        page_size = self.page_size

        total_pages = self.total_pages


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "data": data,
            "total": total,
            "page": page,
            "pageSize": page_size,
            "totalPages": total_pages,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.list_workflows_response_200_data_item import ListWorkflowsResponse200DataItem # noqa: PLC0415
        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in (_data):
            data_item = ListWorkflowsResponse200DataItem.from_dict(data_item_data)



            data.append(data_item)


        total = d.pop("total")

        page = d.pop("page")

        page_size = d.pop("pageSize")

        total_pages = d.pop("totalPages")

        list_workflows_response_200 = cls(
            data=data,
            total=total,
            page=page,
            page_size=page_size,
            total_pages=total_pages,
        )


        list_workflows_response_200.additional_properties = d
        return list_workflows_response_200

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
