from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.condition_filter_by import ConditionFilterBy
from ..models.condition_filter_operator import ConditionFilterOperator
from ..models.condition_filter_unit import ConditionFilterUnit
from ..types import UNSET, Unset






T = TypeVar("T", bound="ConditionFilter")



@_attrs_define
class ConditionFilter:
    """ 
        Attributes:
            field (str): `email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>`
                or `segment.<id>`
            operator (ConditionFilterOperator):
            value (Any | Unset): What to compare with; not for operators that ask whether there is any
            unit (ConditionFilterUnit | Unset): With operators that look back in time
            template_id (str | Unset): With `email.*`: only mails made of this template
            by (ConditionFilterBy | Unset): With `email.opened` and `email.clicked`: only what people did
     """

    field: str
    operator: ConditionFilterOperator
    value: Any | Unset = UNSET
    unit: ConditionFilterUnit | Unset = UNSET
    template_id: str | Unset = UNSET
    by: ConditionFilterBy | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        field = self.field

        operator = self.operator.value

        value = self.value

        unit: str | Unset = UNSET
        if not isinstance(self.unit, Unset):
            unit = self.unit.value


        template_id = self.template_id

        by: str | Unset = UNSET
        if not isinstance(self.by, Unset):
            by = self.by.value



        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "field": field,
            "operator": operator,
        })
        if value is not UNSET:
            field_dict["value"] = value
        if unit is not UNSET:
            field_dict["unit"] = unit
        if template_id is not UNSET:
            field_dict["templateId"] = template_id
        if by is not UNSET:
            field_dict["by"] = by

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        operator = ConditionFilterOperator(d.pop("operator"))




        value = d.pop("value", UNSET)

        _unit = d.pop("unit", UNSET)
        unit: ConditionFilterUnit | Unset
        if isinstance(_unit,  Unset):
            unit = UNSET
        else:
            unit = ConditionFilterUnit(_unit)




        template_id = d.pop("templateId", UNSET)

        _by = d.pop("by", UNSET)
        by: ConditionFilterBy | Unset
        if isinstance(_by,  Unset):
            by = UNSET
        else:
            by = ConditionFilterBy(_by)




        condition_filter = cls(
            field=field,
            operator=operator,
            value=value,
            unit=unit,
            template_id=template_id,
            by=by,
        )


        condition_filter.additional_properties = d
        return condition_filter

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
