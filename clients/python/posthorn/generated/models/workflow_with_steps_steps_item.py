from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.workflow_with_steps_steps_item_type import WorkflowWithStepsStepsItemType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.workflow_transition import WorkflowTransition
  from ..models.workflow_with_steps_steps_item_config import WorkflowWithStepsStepsItemConfig
  from ..models.workflow_with_steps_steps_item_position import WorkflowWithStepsStepsItemPosition
  from ..models.workflow_with_steps_steps_item_template_type_0 import WorkflowWithStepsStepsItemTemplateType0





T = TypeVar("T", bound="WorkflowWithStepsStepsItem")



@_attrs_define
class WorkflowWithStepsStepsItem:
    """ 
        Attributes:
            id (UUID):
            workflow_id (UUID):
            type_ (WorkflowWithStepsStepsItemType):
            name (str):
            position (WorkflowWithStepsStepsItemPosition):
            config (WorkflowWithStepsStepsItemConfig):
            template_id (None | UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            template (None | WorkflowWithStepsStepsItemTemplateType0):
            outgoing_transitions (list[WorkflowTransition]):
            incoming_transitions (list[WorkflowTransition]):
     """

    id: UUID
    workflow_id: UUID
    type_: WorkflowWithStepsStepsItemType
    name: str
    position: WorkflowWithStepsStepsItemPosition
    config: WorkflowWithStepsStepsItemConfig
    template_id: None | UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    template: None | WorkflowWithStepsStepsItemTemplateType0
    outgoing_transitions: list[WorkflowTransition]
    incoming_transitions: list[WorkflowTransition]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.workflow_transition import WorkflowTransition # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item_config import WorkflowWithStepsStepsItemConfig # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item_position import WorkflowWithStepsStepsItemPosition # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item_template_type_0 import WorkflowWithStepsStepsItemTemplateType0 # noqa: PLC0415
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

        template: dict[str, Any] | None
        if isinstance(self.template, WorkflowWithStepsStepsItemTemplateType0):
            template = self.template.to_dict()
        else:
            template = self.template

        outgoing_transitions = []
        for outgoing_transitions_item_data in self.outgoing_transitions:
            outgoing_transitions_item = outgoing_transitions_item_data.to_dict()
            outgoing_transitions.append(outgoing_transitions_item)



        incoming_transitions = []
        for incoming_transitions_item_data in self.incoming_transitions:
            incoming_transitions_item = incoming_transitions_item_data.to_dict()
            incoming_transitions.append(incoming_transitions_item)




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
            "template": template,
            "outgoingTransitions": outgoing_transitions,
            "incomingTransitions": incoming_transitions,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workflow_transition import WorkflowTransition # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item_config import WorkflowWithStepsStepsItemConfig # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item_position import WorkflowWithStepsStepsItemPosition # noqa: PLC0415
        from ..models.workflow_with_steps_steps_item_template_type_0 import WorkflowWithStepsStepsItemTemplateType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        workflow_id = UUID(d.pop("workflowId"))




        type_ = WorkflowWithStepsStepsItemType(d.pop("type"))




        name = d.pop("name")

        position = WorkflowWithStepsStepsItemPosition.from_dict(d.pop("position"))




        config = WorkflowWithStepsStepsItemConfig.from_dict(d.pop("config"))




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




        def _parse_template(data: object) -> None | WorkflowWithStepsStepsItemTemplateType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                template_type_0 = WorkflowWithStepsStepsItemTemplateType0.from_dict(data)



                return template_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkflowWithStepsStepsItemTemplateType0, data)

        template = _parse_template(d.pop("template"))


        outgoing_transitions = []
        _outgoing_transitions = d.pop("outgoingTransitions")
        for outgoing_transitions_item_data in (_outgoing_transitions):
            outgoing_transitions_item = WorkflowTransition.from_dict(outgoing_transitions_item_data)



            outgoing_transitions.append(outgoing_transitions_item)


        incoming_transitions = []
        _incoming_transitions = d.pop("incomingTransitions")
        for incoming_transitions_item_data in (_incoming_transitions):
            incoming_transitions_item = WorkflowTransition.from_dict(incoming_transitions_item_data)



            incoming_transitions.append(incoming_transitions_item)


        workflow_with_steps_steps_item = cls(
            id=id,
            workflow_id=workflow_id,
            type_=type_,
            name=name,
            position=position,
            config=config,
            template_id=template_id,
            created_at=created_at,
            updated_at=updated_at,
            template=template,
            outgoing_transitions=outgoing_transitions,
            incoming_transitions=incoming_transitions,
        )


        workflow_with_steps_steps_item.additional_properties = d
        return workflow_with_steps_steps_item

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
