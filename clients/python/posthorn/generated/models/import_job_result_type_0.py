from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.import_job_result_type_0_errors_item import ImportJobResultType0ErrorsItem





T = TypeVar("T", bound="ImportJobResultType0")



@_attrs_define
class ImportJobResultType0:
    """ Null until the job is completed

        Attributes:
            total_rows (int): Rows dealt with: imported + updated + skipped
            imported (int):
            updated (int):
            skipped (int):
            errors (list[ImportJobResultType0ErrorsItem]): The first 1,000
     """

    total_rows: int
    imported: int
    updated: int
    skipped: int
    errors: list[ImportJobResultType0ErrorsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.import_job_result_type_0_errors_item import ImportJobResultType0ErrorsItem # noqa: PLC0415
        total_rows = self.total_rows

        imported = self.imported

        updated = self.updated

        skipped = self.skipped

        errors = []
        for errors_item_data in self.errors:
            errors_item = errors_item_data.to_dict()
            errors.append(errors_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "totalRows": total_rows,
            "imported": imported,
            "updated": updated,
            "skipped": skipped,
            "errors": errors,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.import_job_result_type_0_errors_item import ImportJobResultType0ErrorsItem # noqa: PLC0415
        d = dict(src_dict)
        total_rows = d.pop("totalRows")

        imported = d.pop("imported")

        updated = d.pop("updated")

        skipped = d.pop("skipped")

        errors = []
        _errors = d.pop("errors")
        for errors_item_data in (_errors):
            errors_item = ImportJobResultType0ErrorsItem.from_dict(errors_item_data)



            errors.append(errors_item)


        import_job_result_type_0 = cls(
            total_rows=total_rows,
            imported=imported,
            updated=updated,
            skipped=skipped,
            errors=errors,
        )


        import_job_result_type_0.additional_properties = d
        return import_job_result_type_0

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
