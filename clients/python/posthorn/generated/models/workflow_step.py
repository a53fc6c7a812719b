from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_step_type import WorkflowStepType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_step_config import WorkflowStepConfig
  from ..models.workflow_step_position import WorkflowStepPosition





T = TypeVar("T", bound="WorkflowStep")



@_attrs_define
class WorkflowStep:
    """ 
        Attributes:
            id (UUID):
            workflow_id (UUID):
            type_ (WorkflowStepType):
            name (str):
            position (WorkflowStepPosition):
            config (WorkflowStepConfig):
            template_id (None | UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    workflow_id: UUID
    type_: WorkflowStepType
    name: str
    position: WorkflowStepPosition
    config: WorkflowStepConfig
    template_id: None | UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_step_config import WorkflowStepConfig # noqa: PLC0415
        from ..models.workflow_step_position import WorkflowStepPosition # noqa: PLC0415
        id = str(self.id)

        workflow_id = str(self.workflow_id)

        type_ = self.type_.value

        name = self.name

        position = self.position.to_dict()

        config = self.config.to_dict()

        template_id: None | str
        if isinstance(self.template_id, UUID):
            template_id = str(self.template_id)
        else:
            template_id = self.template_id

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "workflowId": workflow_id,
            "type": type_,
            "name": name,
            "position": position,
            "config": config,
            "templateId": template_id,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_step_config import WorkflowStepConfig # noqa: PLC0415
        from ..models.workflow_step_position import WorkflowStepPosition # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        workflow_id = UUID(d.pop("workflowId"))




        type_ = WorkflowStepType(d.pop("type"))




        name = d.pop("name")

        position = WorkflowStepPosition.from_dict(d.pop("position"))




        config = WorkflowStepConfig.from_dict(d.pop("config"))




        def _parse_template_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                template_id_type_0 = UUID(data)



                return template_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        template_id = _parse_template_id(d.pop("templateId"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        workflow_step = cls(
            id=id,
            workflow_id=workflow_id,
            type_=type_,
            name=name,
            position=position,
            config=config,
            template_id=template_id,
            created_at=created_at,
            updated_at=updated_at,
        )


        workflow_step.additional_properties = d
        return workflow_step

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
