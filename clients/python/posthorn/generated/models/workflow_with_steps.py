from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_with_steps_trigger_type import WorkflowWithStepsTriggerType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_transition import WorkflowTransition
  from ..models.workflow_with_steps_steps_item import WorkflowWithStepsStepsItem
  from ..models.workflow_with_steps_trigger_config_type_0 import WorkflowWithStepsTriggerConfigType0





T = TypeVar("T", bound="WorkflowWithSteps")



@_attrs_define
class WorkflowWithSteps:
    """ 
        Attributes:
            id (UUID):
            name (str):
            description (None | str):
            enabled (bool):
            trigger_type (WorkflowWithStepsTriggerType):
            trigger_config (None | WorkflowWithStepsTriggerConfigType0):
            allow_reentry (bool):
            project_id (UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            steps (list[WorkflowWithStepsStepsItem]):
            transitions (list[WorkflowTransition]):
            starts_waiting (int): Executions that were begun by events and wait to be started
     """

    id: UUID
    name: str
    description: None | str
    enabled: bool
    trigger_type: WorkflowWithStepsTriggerType
    trigger_config: None | WorkflowWithStepsTriggerConfigType0
    allow_reentry: bool
    project_id: UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    steps: list[WorkflowWithStepsStepsItem]
    transitions: list[WorkflowTransition]
    starts_waiting: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_transition import WorkflowTransition # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item import WorkflowWithStepsStepsItem # noqa: PLC0415
        from ..models.workflow_with_steps_trigger_config_type_0 import WorkflowWithStepsTriggerConfigType0 # noqa: PLC0415
        id = str(self.id)

        name = self.name

        description: None | str
        description = self.description

        enabled = self.enabled

        trigger_type = self.trigger_type.value

        trigger_config: dict[str, Any] | None
        if isinstance(self.trigger_config, WorkflowWithStepsTriggerConfigType0):
            trigger_config = self.trigger_config.to_dict()
        else:
            trigger_config = self.trigger_config

        allow_reentry = self.allow_reentry

        project_id = str(self.project_id)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)



        transitions = []
        for transitions_item_data in self.transitions:
            transitions_item = transitions_item_data.to_dict()
            transitions.append(transitions_item)



        starts_waiting = self.starts_waiting


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
            "steps": steps,
            "transitions": transitions,
            "startsWaiting": starts_waiting,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_transition import WorkflowTransition # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item import WorkflowWithStepsStepsItem # noqa: PLC0415
        from ..models.workflow_with_steps_trigger_config_type_0 import WorkflowWithStepsTriggerConfigType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))


        enabled = d.pop("enabled")

        trigger_type = WorkflowWithStepsTriggerType(d.pop("triggerType"))




        def _parse_trigger_config(data: object) -> None | WorkflowWithStepsTriggerConfigType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                trigger_config_type_0 = WorkflowWithStepsTriggerConfigType0.from_dict(data)



                return trigger_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowWithStepsTriggerConfigType0, data)

        trigger_config = _parse_trigger_config(d.pop("triggerConfig"))


        allow_reentry = d.pop("allowReentry")

        project_id = UUID(d.pop("projectId"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        steps = []
        _steps = d.pop("steps")
        for steps_item_data in (_steps):
            steps_item = WorkflowWithStepsStepsItem.from_dict(steps_item_data)



            steps.append(steps_item)


        transitions = []
        _transitions = d.pop("transitions")
        for transitions_item_data in (_transitions):
            transitions_item = WorkflowTransition.from_dict(transitions_item_data)



            transitions.append(transitions_item)


        starts_waiting = d.pop("startsWaiting")

        workflow_with_steps = cls(
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
            steps=steps,
            transitions=transitions,
            starts_waiting=starts_waiting,
        )


        workflow_with_steps.additional_properties = d
        return workflow_with_steps

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
