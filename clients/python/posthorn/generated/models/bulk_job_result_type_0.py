from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.bulk_job_result_type_0_operation import BulkJobResultType0Operation
from typing import cast

if TYPE_CHECKING:
  from ..models.bulk_job_result_type_0_errors_item import BulkJobResultType0ErrorsItem





T = TypeVar("T", bound="BulkJobResultType0")



@_attrs_define
class BulkJobResultType0:
    """ Null until the job has ended

        Attributes:
            operation (BulkJobResultType0Operation):
            total_requested (int):
            success_count (int):
            unchanged_count (int):
            failure_count (int):
            errors (list[BulkJobResultType0ErrorsItem]): At most 1,000
     """

    operation: BulkJobResultType0Operation
    total_requested: int
    success_count: int
    unchanged_count: int
    failure_count: int
    errors: list[BulkJobResultType0ErrorsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.bulk_job_result_type_0_errors_item import BulkJobResultType0ErrorsItem # noqa: PLC0415
        operation = self.operation.value

        total_requested = self.total_requested

        success_count = self.success_count

        unchanged_count = self.unchanged_count

        failure_count = self.failure_count

        errors = []
        for errors_item_data in self.errors:
            errors_item = errors_item_data.to_dict()
            errors.append(errors_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "operation": operation,
            "totalRequested": total_requested,
            "successCount": success_count,
            "unchangedCount": unchanged_count,
            "failureCount": failure_count,
            "errors": errors,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bulk_job_result_type_0_errors_item import BulkJobResultType0ErrorsItem # noqa: PLC0415
        d = dict(src_dict)
        operation = BulkJobResultType0Operation(d.pop("operation"))




        total_requested = d.pop("totalRequested")

        success_count = d.pop("successCount")

        unchanged_count = d.pop("unchangedCount")

        failure_count = d.pop("failureCount")

        errors = []
        _errors = d.pop("errors")
        for errors_item_data in (_errors):
            errors_item = BulkJobResultType0ErrorsItem.from_dict(errors_item_data)



            errors.append(errors_item)


        bulk_job_result_type_0 = cls(
            operation=operation,
            total_requested=total_requested,
            success_count=success_count,
            unchanged_count=unchanged_count,
            failure_count=failure_count,
            errors=errors,
        )


        bulk_job_result_type_0.additional_properties = d
        return bulk_job_result_type_0

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
