from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_trigger_type import WorkflowTriggerType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_trigger_config_type_0 import WorkflowTriggerConfigType0





T = TypeVar("T", bound="Workflow")



@_attrs_define
class Workflow:
    """ 
        Attributes:
            id (UUID):
            name (str):
            description (None | str):
            enabled (bool):
            trigger_type (WorkflowTriggerType):
            trigger_config (None | WorkflowTriggerConfigType0):
            allow_reentry (bool):
            project_id (UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    name: str
    description: None | str
    enabled: bool
    trigger_type: WorkflowTriggerType
    trigger_config: None | WorkflowTriggerConfigType0
    allow_reentry: bool
    project_id: UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_trigger_config_type_0 import WorkflowTriggerConfigType0 # noqa: PLC0415
        id = str(self.id)

        name = self.name

        description: None | str
        description = self.description

        enabled = self.enabled

        trigger_type = self.trigger_type.value

        trigger_config: dict[str, Any] | None
        if isinstance(self.trigger_config, WorkflowTriggerConfigType0):
            trigger_config = self.trigger_config.to_dict()
        else:
            trigger_config = self.trigger_config

        allow_reentry = self.allow_reentry

        project_id = str(self.project_id)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "description": description,
            "enabled": enabled,
            "triggerType": trigger_type,
            "triggerConfig": trigger_config,
            "allowReentry": allow_reentry,
            "projectId": project_id,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_trigger_config_type_0 import WorkflowTriggerConfigType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))


        enabled = d.pop("enabled")

        trigger_type = WorkflowTriggerType(d.pop("triggerType"))




        def _parse_trigger_config(data: object) -> None | WorkflowTriggerConfigType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                trigger_config_type_0 = WorkflowTriggerConfigType0.from_dict(data)



                return trigger_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowTriggerConfigType0, data)

        trigger_config = _parse_trigger_config(d.pop("triggerConfig"))


        allow_reentry = d.pop("allowReentry")

        project_id = UUID(d.pop("projectId"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        workflow = cls(
            id=id,
            name=name,
            description=description,
            enabled=enabled,
            trigger_type=trigger_type,
            trigger_config=trigger_config,
            allow_reentry=allow_reentry,
            project_id=project_id,
            created_at=created_at,
            updated_at=updated_at,
        )


        workflow.additional_properties = d
        return workflow

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
