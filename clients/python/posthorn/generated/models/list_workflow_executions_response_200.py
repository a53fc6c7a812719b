from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.workflow_execution import WorkflowExecution





T = TypeVar("T", bound="ListWorkflowExecutionsResponse200")



@_attrs_define
class ListWorkflowExecutionsResponse200:
    """ 
        Attributes:
            data (list[WorkflowExecution]):
            total (int):
            page (int):
            page_size (int):
            total_pages (int):
            executions (list[WorkflowExecution]): The same as data
     """

    data: list[WorkflowExecution]
    total: int
    page: int
    page_size: int
    total_pages: int
    executions: list[WorkflowExecution]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_execution import WorkflowExecution # noqa: PLC0415
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)



        total = self.total

        page = self.page

        page_size = self.page_size

        total_pages = self.total_pages

        executions = []
        for executions_item_data in self.executions:
            executions_item = executions_item_data.to_dict()
            executions.append(executions_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "data": data,
            "total": total,
            "page": page,
            "pageSize": page_size,
            "totalPages": total_pages,
            "executions": executions,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_execution import WorkflowExecution # noqa: PLC0415
        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in (_data):
            data_item = WorkflowExecution.from_dict(data_item_data)



            data.append(data_item)


        total = d.pop("total")

        page = d.pop("page")

        page_size = d.pop("pageSize")

        total_pages = d.pop("totalPages")

        executions = []
        _executions = d.pop("executions")
        for executions_item_data in (_executions):
            executions_item = WorkflowExecution.from_dict(executions_item_data)



            executions.append(executions_item)


        list_workflow_executions_response_200 = cls(
            data=data,
            total=total,
            page=page,
            page_size=page_size,
            total_pages=total_pages,
            executions=executions,
        )


        list_workflow_executions_response_200.additional_properties = d
        return list_workflow_executions_response_200

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
