from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.import_job_state import ImportJobState
from ..models.import_job_status import ImportJobStatus
from typing import cast

if TYPE_CHECKING:
  from ..models.import_job_data import ImportJobData
  from ..models.import_job_errors_item import ImportJobErrorsItem
  from ..models.import_job_result_type_0 import ImportJobResultType0





T = TypeVar("T", bound="ImportJob")



@_attrs_define
class ImportJob:
    """ 
        Attributes:
            job_id (str):
            id (str):
            status (ImportJobStatus):
            state (ImportJobState):
            progress (int):
            total_rows (int): Rows dealt with: imported + updated + skipped
            imported (int):
            updated (int):
            skipped (int):
            errors (list[ImportJobErrorsItem]): The first 1,000
            result (ImportJobResultType0 | None): Null until the job is completed
            data (ImportJobData):
            failed_reason (None | str):
     """

    job_id: str
    id: str
    status: ImportJobStatus
    state: ImportJobState
    progress: int
    total_rows: int
    imported: int
    updated: int
    skipped: int
    errors: list[ImportJobErrorsItem]
    result: ImportJobResultType0 | None
    data: ImportJobData
    failed_reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.import_job_data import ImportJobData # noqa: PLC0415
        from ..models.import_job_errors_item import ImportJobErrorsItem # noqa: PLC0415
        from ..models.import_job_result_type_0 import ImportJobResultType0 # noqa: PLC0415
        job_id = self.job_id

        id = self.id

        status = self.status.value

        state = self.state.value

        progress = self.progress

        total_rows = self.total_rows

        imported = self.imported

        updated = self.updated

        skipped = self.skipped

        errors = []
        for errors_item_data in self.errors:
            errors_item = errors_item_data.to_dict()
            errors.append(errors_item)



        result: dict[str, Any] | None
        if isinstance(self.result, ImportJobResultType0):
            result = self.result.to_dict()
        else:
            result = self.result

        data = self.data.to_dict()

        failed_reason: None | str
        failed_reason = self.failed_reason


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "jobId": job_id,
            "id": id,
            "status": status,
            "state": state,
            "progress": progress,
            "totalRows": total_rows,
            "imported": imported,
            "updated": updated,
            "skipped": skipped,
            "errors": errors,
            "result": result,
            "data": data,
            "failedReason": failed_reason,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.import_job_data import ImportJobData # noqa: PLC0415
        from ..models.import_job_errors_item import ImportJobErrorsItem # noqa: PLC0415
        from ..models.import_job_result_type_0 import ImportJobResultType0 # noqa: PLC0415
        d = dict(src_dict)
        job_id = d.pop("jobId")

        id = d.pop("id")

        status = ImportJobStatus(d.pop("status"))




        state = ImportJobState(d.pop("state"))




        progress = d.pop("progress")

        total_rows = d.pop("totalRows")

        imported = d.pop("imported")

        updated = d.pop("updated")

        skipped = d.pop("skipped")

        errors = []
        _errors = d.pop("errors")
        for errors_item_data in (_errors):
            errors_item = ImportJobErrorsItem.from_dict(errors_item_data)



            errors.append(errors_item)


        def _parse_result(data: object) -> ImportJobResultType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = ImportJobResultType0.from_dict(data)



                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ImportJobResultType0 | None, data)

        result = _parse_result(d.pop("result"))


        data = ImportJobData.from_dict(d.pop("data"))




        def _parse_failed_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        failed_reason = _parse_failed_reason(d.pop("failedReason"))


        import_job = cls(
            job_id=job_id,
            id=id,
            status=status,
            state=state,
            progress=progress,
            total_rows=total_rows,
            imported=imported,
            updated=updated,
            skipped=skipped,
            errors=errors,
            result=result,
            data=data,
            failed_reason=failed_reason,
        )


        import_job.additional_properties = d
        return import_job

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
