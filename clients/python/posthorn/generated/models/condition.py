from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.condition_logic import ConditionLogic
from typing import cast

if TYPE_CHECKING:
  from ..models.condition_group import ConditionGroup





T = TypeVar("T", bound="Condition")



@_attrs_define
class Condition:
    """ A tree of conditions: at most 10 levels and 200 filters

        Attributes:
            logic (ConditionLogic): What joins the groups
            groups (list[ConditionGroup]):
     """

    logic: ConditionLogic
    groups: list[ConditionGroup]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition_group import ConditionGroup # noqa: PLC0415
        logic = self.logic.value

        groups = []
        for groups_item_data in self.groups:
            groups_item = groups_item_data.to_dict()
            groups.append(groups_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "logic": logic,
            "groups": groups,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition_group import ConditionGroup # noqa: PLC0415
        d = dict(src_dict)
        logic = ConditionLogic(d.pop("logic"))




        groups = []
        _groups = d.pop("groups")
        for groups_item_data in (_groups):
            groups_item = ConditionGroup.from_dict(groups_item_data)



            groups.append(groups_item)


        condition = cls(
            logic=logic,
            groups=groups,
        )


        condition.additional_properties = d
        return condition

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
