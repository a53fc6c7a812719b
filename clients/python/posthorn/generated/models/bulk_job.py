from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.bulk_job_state import BulkJobState
from ..models.bulk_job_status import BulkJobStatus
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.bulk_job_data import BulkJobData
  from ..models.bulk_job_result_type_0 import BulkJobResultType0





T = TypeVar("T", bound="BulkJob")



@_attrs_define
class BulkJob:
    """ 
        Attributes:
            job_id (UUID):
            id (UUID):
            status (BulkJobStatus):
            state (BulkJobState):
            progress (int): 0 to 100
            result (BulkJobResultType0 | None): Null until the job has ended
            data (BulkJobData):
            failed_reason (None | str):
     """

    job_id: UUID
    id: UUID
    status: BulkJobStatus
    state: BulkJobState
    progress: int
    result: BulkJobResultType0 | None
    data: BulkJobData
    failed_reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.bulk_job_data import BulkJobData # noqa: PLC0415
        from ..models.bulk_job_result_type_0 import BulkJobResultType0 # noqa: PLC0415
        job_id = str(self.job_id)

        id = str(self.id)

        status = self.status.value

        state = self.state.value

        progress = self.progress

        result: dict[str, Any] | None
        if isinstance(self.result, BulkJobResultType0):
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
            "result": result,
            "data": data,
            "failedReason": failed_reason,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bulk_job_data import BulkJobData # noqa: PLC0415
        from ..models.bulk_job_result_type_0 import BulkJobResultType0 # noqa: PLC0415
        d = dict(src_dict)
        job_id = UUID(d.pop("jobId"))




        id = UUID(d.pop("id"))




        status = BulkJobStatus(d.pop("status"))




        state = BulkJobState(d.pop("state"))




        progress = d.pop("progress")

        def _parse_result(data: object) -> BulkJobResultType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = BulkJobResultType0.from_dict(data)



                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BulkJobResultType0 | None, data)

        result = _parse_result(d.pop("result"))


        data = BulkJobData.from_dict(d.pop("data"))




        def _parse_failed_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        failed_reason = _parse_failed_reason(d.pop("failedReason"))


        bulk_job = cls(
            job_id=job_id,
            id=id,
            status=status,
            state=state,
            progress=progress,
            result=result,
            data=data,
            failed_reason=failed_reason,
        )


        bulk_job.additional_properties = d
        return bulk_job

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
