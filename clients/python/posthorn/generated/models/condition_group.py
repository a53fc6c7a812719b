from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.condition import Condition
  from ..models.condition_filter import ConditionFilter





T = TypeVar("T", bound="ConditionGroup")



@_attrs_define
class ConditionGroup:
    """ At least one filter, or conditions of its own; all of it must hold

        Attributes:
            filters (list[ConditionFilter] | Unset): All of them must hold
            conditions (Condition | Unset): A tree of conditions: at most 10 levels and 200 filters
     """

    filters: list[ConditionFilter] | Unset = UNSET
    conditions: Condition | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition import Condition # noqa: PLC0415
        from ..models.condition_filter import ConditionFilter # noqa: PLC0415
        filters: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.filters, Unset):
            filters = []
            for filters_item_data in self.filters:
                filters_item = filters_item_data.to_dict()
                filters.append(filters_item)



        conditions: dict[str, Any] | Unset = UNSET
        if not isinstance(self.conditions, Unset):
            conditions = self.conditions.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if filters is not UNSET:
            field_dict["filters"] = filters
        if conditions is not UNSET:
            field_dict["conditions"] = conditions

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition import Condition # noqa: PLC0415
        from ..models.condition_filter import ConditionFilter # noqa: PLC0415
        d = dict(src_dict)
        _filters = d.pop("filters", UNSET)
        filters: list[ConditionFilter] | Unset = UNSET
        if _filters is not UNSET:
            filters = []
            for filters_item_data in _filters:
                filters_item = ConditionFilter.from_dict(filters_item_data)



                filters.append(filters_item)


        _conditions = d.pop("conditions", UNSET)
        conditions: Condition | Unset
        if isinstance(_conditions,  Unset):
            conditions = UNSET
        else:
            conditions = Condition.from_dict(_conditions)




        condition_group = cls(
            filters=filters,
            conditions=conditions,
        )


        condition_group.additional_properties = d
        return condition_group

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
