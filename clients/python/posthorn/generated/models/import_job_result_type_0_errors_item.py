from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.import_job_result_type_0_errors_item_reason import ImportJobResultType0ErrorsItemReason






T = TypeVar("T", bound="ImportJobResultType0ErrorsItem")



@_attrs_define
class ImportJobResultType0ErrorsItem:
    """ 
        Attributes:
            row (int):
            email (str):
            reason (ImportJobResultType0ErrorsItemReason):
     """

    row: int
    email: str
    reason: ImportJobResultType0ErrorsItemReason
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        row = self.row

        email = self.email

        reason = self.reason.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "row": row,
            "email": email,
            "reason": reason,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        row = d.pop("row")

        email = d.pop("email")

        reason = ImportJobResultType0ErrorsItemReason(d.pop("reason"))




        import_job_result_type_0_errors_item = cls(
            row=row,
            email=email,
            reason=reason,
        )


        import_job_result_type_0_errors_item.additional_properties = d
        return import_job_result_type_0_errors_item

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
