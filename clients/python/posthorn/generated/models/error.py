from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.error_error import ErrorError





T = TypeVar("T", bound="Error")



@_attrs_define
class Error:
    """ 
        Attributes:
            success (bool): Always false
            error (ErrorError):
            timestamp (datetime.datetime):
     """

    success: bool
    error: ErrorError
    timestamp: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.error_error import ErrorError # noqa: PLC0415
        success = self.success

        error = self.error.to_dict()

        timestamp = self.timestamp.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "success": success,
            "error": error,
            "timestamp": timestamp,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.error_error import ErrorError # noqa: PLC0415
        d = dict(src_dict)
        success = d.pop("success")

        error = ErrorError.from_dict(d.pop("error"))




        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))




        error = cls(
            success=success,
            error=error,
            timestamp=timestamp,
        )


        error.additional_properties = d
        return error

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
