from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.error_error_code import ErrorErrorCode
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.error_error_details import ErrorErrorDetails
  from ..models.field_error import FieldError





T = TypeVar("T", bound="ErrorError")



@_attrs_define
class ErrorError:
    """ 
        Attributes:
            code (ErrorErrorCode):
            message (str):
            status_code (int):
            request_id (UUID): The same as the header X-Request-ID
            errors (list[FieldError] | Unset): Every wrong field; at most 100
            details (ErrorErrorDetails | Unset):
            suggestion (str | Unset): What to do next
     """

    code: ErrorErrorCode
    message: str
    status_code: int
    request_id: UUID
    errors: list[FieldError] | Unset = UNSET
    details: ErrorErrorDetails | Unset = UNSET
    suggestion: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.error_error_details import ErrorErrorDetails # noqa: PLC0415
        from ..models.field_error import FieldError # noqa: PLC0415
        code = self.code.value

        message = self.message

        status_code = self.status_code

        request_id = str(self.request_id)

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)



        details: dict[str, Any] | Unset = UNSET
        if not isinstance(self.details, Unset):
            details = self.details.to_dict()

        suggestion = self.suggestion


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "message": message,
            "statusCode": status_code,
            "requestId": request_id,
        })
        if errors is not UNSET:
            field_dict["errors"] = errors
        if details is not UNSET:
            field_dict["details"] = details
        if suggestion is not UNSET:
            field_dict["suggestion"] = suggestion

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.error_error_details import ErrorErrorDetails # noqa: PLC0415
        from ..models.field_error import FieldError # noqa: PLC0415
        d = dict(src_dict)
        code = ErrorErrorCode(d.pop("code"))




        message = d.pop("message")

        status_code = d.pop("statusCode")

        request_id = UUID(d.pop("requestId"))




        _errors = d.pop("errors", UNSET)
        errors: list[FieldError] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = FieldError.from_dict(errors_item_data)



                errors.append(errors_item)


        _details = d.pop("details", UNSET)
        details: ErrorErrorDetails | Unset
        if isinstance(_details,  Unset):
            details = UNSET
        else:
            details = ErrorErrorDetails.from_dict(_details)




        suggestion = d.pop("suggestion", UNSET)

        error_error = cls(
            code=code,
            message=message,
            status_code=status_code,
            request_id=request_id,
            errors=errors,
            details=details,
            suggestion=suggestion,
        )


        error_error.additional_properties = d
        return error_error

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
