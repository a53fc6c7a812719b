from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.start_workflow_execution_body_context_type_0 import StartWorkflowExecutionBodyContextType0





T = TypeVar("T", bound="StartWorkflowExecutionBody")



@_attrs_define
class StartWorkflowExecutionBody:
    """ 
        Attributes:
            contact_id (UUID):
            context (None | StartWorkflowExecutionBodyContextType0 | Unset):
     """

    contact_id: UUID
    context: None | StartWorkflowExecutionBodyContextType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.start_workflow_execution_body_context_type_0 import StartWorkflowExecutionBodyContextType0 # noqa: PLC0415
        contact_id = str(self.contact_id)

        context: dict[str, Any] | None | Unset
        if isinstance(self.context, Unset):
            context = UNSET
        elif isinstance(self.context, StartWorkflowExecutionBodyContextType0):
            context = self.context.to_dict()
        else:
            context = self.context


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "contactId": contact_id,
        })
        if context is not UNSET:
            field_dict["context"] = context

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.start_workflow_execution_body_context_type_0 import StartWorkflowExecutionBodyContextType0 # noqa: PLC0415
        d = dict(src_dict)
        contact_id = UUID(d.pop("contactId"))




        def _parse_context(data: object) -> None | StartWorkflowExecutionBodyContextType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                context_type_0 = StartWorkflowExecutionBodyContextType0.from_dict(data)



                return context_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StartWorkflowExecutionBodyContextType0 | Unset, data)

        context = _parse_context(d.pop("context", UNSET))


        start_workflow_execution_body = cls(
            contact_id=contact_id,
            context=context,
        )


        start_workflow_execution_body.additional_properties = d
        return start_workflow_execution_body

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
