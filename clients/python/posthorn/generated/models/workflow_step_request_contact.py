from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.workflow_step_request_contact_data_type_0 import WorkflowStepRequestContactDataType0





T = TypeVar("T", bound="WorkflowStepRequestContact")



@_attrs_define
class WorkflowStepRequestContact:
    """ 
        Attributes:
            email (str):
            subscribed (bool):
            data (None | WorkflowStepRequestContactDataType0):
     """

    email: str
    subscribed: bool
    data: None | WorkflowStepRequestContactDataType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_step_request_contact_data_type_0 import WorkflowStepRequestContactDataType0 # noqa: PLC0415
        email = self.email

        subscribed = self.subscribed

        data: dict[str, Any] | None
        if isinstance(self.data, WorkflowStepRequestContactDataType0):
            data = self.data.to_dict()
        else:
            data = self.data


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "email": email,
            "subscribed": subscribed,
            "data": data,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_step_request_contact_data_type_0 import WorkflowStepRequestContactDataType0 # noqa: PLC0415
        d = dict(src_dict)
        email = d.pop("email")

        subscribed = d.pop("subscribed")

        def _parse_data(data: object) -> None | WorkflowStepRequestContactDataType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                data_type_0 = WorkflowStepRequestContactDataType0.from_dict(data)



                return data_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowStepRequestContactDataType0, data)

        data = _parse_data(d.pop("data"))


        workflow_step_request_contact = cls(
            email=email,
            subscribed=subscribed,
            data=data,
        )


        workflow_step_request_contact.additional_properties = d
        return workflow_step_request_contact

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
