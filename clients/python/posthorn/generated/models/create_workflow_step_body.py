from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.create_workflow_step_body_type import CreateWorkflowStepBodyType
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.create_workflow_step_body_config import CreateWorkflowStepBodyConfig
  from ..models.create_workflow_step_body_position import CreateWorkflowStepBodyPosition





T = TypeVar("T", bound="CreateWorkflowStepBody")



@_attrs_define
class CreateWorkflowStepBody:
    """ 
        Attributes:
            type_ (CreateWorkflowStepBodyType):
            name (str):
            position (CreateWorkflowStepBodyPosition):
            config (CreateWorkflowStepBodyConfig):
            template_id (None | Unset | UUID):
            auto_connect (bool | None | Unset): Link it from the last step that nothing follows Default: True.
     """

    type_: CreateWorkflowStepBodyType
    name: str
    position: CreateWorkflowStepBodyPosition
    config: CreateWorkflowStepBodyConfig
    template_id: None | Unset | UUID = UNSET
    auto_connect: bool | None | Unset = True
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.create_workflow_step_body_config import CreateWorkflowStepBodyConfig # noqa: PLC0415
        from ..models.create_workflow_step_body_position import CreateWorkflowStepBodyPosition # noqa: PLC0415
        type_ = self.type_.value

        name = self.name

        position = self.position.to_dict()

        config = self.config.to_dict()

        template_id: None | str | Unset
        if isinstance(self.template_id, Unset):
            template_id = UNSET
        elif isinstance(self.template_id, UUID):
            template_id = str(self.template_id)
        else:
            template_id = self.template_id

        auto_connect: bool | None | Unset
        if isinstance(self.auto_connect, Unset):
            auto_connect = UNSET
        else:
            auto_connect = self.auto_connect


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "type": type_,
            "name": name,
            "position": position,
            "config": config,
        })
        if template_id is not UNSET:
            field_dict["templateId"] = template_id
        if auto_connect is not UNSET:
            field_dict["autoConnect"] = auto_connect

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.create_workflow_step_body_config import CreateWorkflowStepBodyConfig # noqa: PLC0415
        from ..models.create_workflow_step_body_position import CreateWorkflowStepBodyPosition # noqa: PLC0415
        d = dict(src_dict)
        type_ = CreateWorkflowStepBodyType(d.pop("type"))




        name = d.pop("name")

        position = CreateWorkflowStepBodyPosition.from_dict(d.pop("position"))




        config = CreateWorkflowStepBodyConfig.from_dict(d.pop("config"))




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


        def _parse_auto_connect(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        auto_connect = _parse_auto_connect(d.pop("autoConnect", UNSET))


        create_workflow_step_body = cls(
            type_=type_,
            name=name,
            position=position,
            config=config,
            template_id=template_id,
            auto_connect=auto_connect,
        )


        create_workflow_step_body.additional_properties = d
        return create_workflow_step_body

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
