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
  from ..models.update_workflow_step_body_config import UpdateWorkflowStepBodyConfig
  from ..models.update_workflow_step_body_position import UpdateWorkflowStepBodyPosition





T = TypeVar("T", bound="UpdateWorkflowStepBody")



@_attrs_define
class UpdateWorkflowStepBody:
    """ 
        Attributes:
            name (str | Unset):
            position (UpdateWorkflowStepBodyPosition | Unset):
            config (UpdateWorkflowStepBodyConfig | Unset):
            template_id (None | Unset | UUID):
     """

    name: str | Unset = UNSET
    position: UpdateWorkflowStepBodyPosition | Unset = UNSET
    config: UpdateWorkflowStepBodyConfig | Unset = UNSET
    template_id: None | Unset | UUID = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.update_workflow_step_body_config import UpdateWorkflowStepBodyConfig # noqa: PLC0415
        from ..models.update_workflow_step_body_position import UpdateWorkflowStepBodyPosition # noqa: PLC0415
        name = self.name

        position: dict[str, Any] | Unset = UNSET
        if not isinstance(self.position, Unset):
            position = self.position.to_dict()

        config: dict[str, Any] | Unset = UNSET
        if not isinstance(self.config, Unset):
            config = self.config.to_dict()

        template_id: None | str | Unset
        if isinstance(self.template_id, Unset):
            template_id = UNSET
        elif isinstance(self.template_id, UUID):
            template_id = str(self.template_id)
        else:
            template_id = self.template_id


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if position is not UNSET:
            field_dict["position"] = position
        if config is not UNSET:
            field_dict["config"] = config
        if template_id is not UNSET:
            field_dict["templateId"] = template_id

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.update_workflow_step_body_config import UpdateWorkflowStepBodyConfig # noqa: PLC0415
        from ..models.update_workflow_step_body_position import UpdateWorkflowStepBodyPosition # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        _position = d.pop("position", UNSET)
        position: UpdateWorkflowStepBodyPosition | Unset
        if isinstance(_position,  Unset):
            position = UNSET
        else:
            position = UpdateWorkflowStepBodyPosition.from_dict(_position)




        _config = d.pop("config", UNSET)
        config: UpdateWorkflowStepBodyConfig | Unset
        if isinstance(_config,  Unset):
            config = UNSET
        else:
            config = UpdateWorkflowStepBodyConfig.from_dict(_config)




        def _parse_template_id(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                template_id_type_0 = UUID(data)



                return template_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        template_id = _parse_template_id(d.pop("templateId", UNSET))


        update_workflow_step_body = cls(
            name=name,
            position=position,
            config=config,
            template_id=template_id,
        )


        update_workflow_step_body.additional_properties = d
        return update_workflow_step_body

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
