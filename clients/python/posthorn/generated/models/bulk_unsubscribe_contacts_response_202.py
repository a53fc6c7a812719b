from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import Literal, cast
from uuid import UUID






T = TypeVar("T", bound="BulkUnsubscribeContactsResponse202")



@_attrs_define
class BulkUnsubscribeContactsResponse202:
    """ 
        Attributes:
            job_id (UUID):
            status (Literal['queued']):
            message (str):
     """

    job_id: UUID
    status: Literal['queued']
    message: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        job_id = str(self.job_id)

        status = self.status

        message = self.message


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "jobId": job_id,
            "status": status,
            "message": message,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        job_id = UUID(d.pop("jobId"))




        status = cast(Literal['queued'] , d.pop("status"))
        if status != 'queued':
            raise ValueError(f"status must match const 'queued', got '{status}'")

        message = d.pop("message")

        bulk_unsubscribe_contacts_response_202 = cls(
            job_id=job_id,
            status=status,
            message=message,
        )


        bulk_unsubscribe_contacts_response_202.additional_properties = d
        return bulk_unsubscribe_contacts_response_202

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
