from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.update_workflow_body_trigger_type import UpdateWorkflowBodyTriggerType
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.update_workflow_body_trigger_config_type_0 import UpdateWorkflowBodyTriggerConfigType0





T = TypeVar("T", bound="UpdateWorkflowBody")



@_attrs_define
class UpdateWorkflowBody:
    """ 
        Attributes:
            name (str | Unset):
            description (None | str | Unset):
            trigger_type (UpdateWorkflowBodyTriggerType | Unset):
            trigger_config (None | Unset | UpdateWorkflowBodyTriggerConfigType0):
            enabled (bool | Unset):
            allow_reentry (bool | None | Unset):
     """

    name: str | Unset = UNSET
    description: None | str | Unset = UNSET
    trigger_type: UpdateWorkflowBodyTriggerType | Unset = UNSET
    trigger_config: None | Unset | UpdateWorkflowBodyTriggerConfigType0 = UNSET
    enabled: bool | Unset = UNSET
    allow_reentry: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.update_workflow_body_trigger_config_type_0 import UpdateWorkflowBodyTriggerConfigType0 # noqa: PLC0415
        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        trigger_type: str | Unset = UNSET
        if not isinstance(self.trigger_type, Unset):
            trigger_type = self.trigger_type.value


        trigger_config: dict[str, Any] | None | Unset
        if isinstance(self.trigger_config, Unset):
            trigger_config = UNSET
        elif isinstance(self.trigger_config, UpdateWorkflowBodyTriggerConfigType0):
            trigger_config = self.trigger_config.to_dict()
        else:
            trigger_config = self.trigger_config

        enabled = self.enabled

        allow_reentry: bool | None | Unset
        if isinstance(self.allow_reentry, Unset):
            allow_reentry = UNSET
        else:
            allow_reentry = self.allow_reentry


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if description is not UNSET:
            field_dict["description"] = description
        if trigger_type is not UNSET:
            field_dict["triggerType"] = trigger_type
        if trigger_config is not UNSET:
            field_dict["triggerConfig"] = trigger_config
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if allow_reentry is not UNSET:
            field_dict["allowReentry"] = allow_reentry

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.update_workflow_body_trigger_config_type_0 import UpdateWorkflowBodyTriggerConfigType0 # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))


        _trigger_type = d.pop("triggerType", UNSET)
        trigger_type: UpdateWorkflowBodyTriggerType | Unset
        if isinstance(_trigger_type,  Unset):
            trigger_type = UNSET
        else:
            trigger_type = UpdateWorkflowBodyTriggerType(_trigger_type)




        def _parse_trigger_config(data: object) -> None | Unset | UpdateWorkflowBodyTriggerConfigType0:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                trigger_config_type_0 = UpdateWorkflowBodyTriggerConfigType0.from_dict(data)



                return trigger_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UpdateWorkflowBodyTriggerConfigType0, data)

        trigger_config = _parse_trigger_config(d.pop("triggerConfig", UNSET))


        enabled = d.pop("enabled", UNSET)

        def _parse_allow_reentry(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        allow_reentry = _parse_allow_reentry(d.pop("allowReentry", UNSET))


        update_workflow_body = cls(
            name=name,
            description=description,
            trigger_type=trigger_type,
            trigger_config=trigger_config,
            enabled=enabled,
            allow_reentry=allow_reentry,
        )


        update_workflow_body.additional_properties = d
        return update_workflow_body

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
