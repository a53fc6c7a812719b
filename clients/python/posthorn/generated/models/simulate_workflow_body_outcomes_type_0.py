from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.simulate_workflow_body_outcomes_type_0_additional_property import SimulateWorkflowBodyOutcomesType0AdditionalProperty






T = TypeVar("T", bound="SimulateWorkflowBodyOutcomesType0")



@_attrs_define
class SimulateWorkflowBodyOutcomesType0:
    """ What becomes of each WAIT_FOR_EVENT step, by its id; without an entry the event comes

     """

    additional_properties: dict[str, SimulateWorkflowBodyOutcomesType0AdditionalProperty] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        
        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop.value


        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        simulate_workflow_body_outcomes_type_0 = cls(
        )


        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = SimulateWorkflowBodyOutcomesType0AdditionalProperty(prop_dict)



            additional_properties[prop_name] = additional_property

        simulate_workflow_body_outcomes_type_0.additional_properties = additional_properties
        return simulate_workflow_body_outcomes_type_0

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> SimulateWorkflowBodyOutcomesType0AdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: SimulateWorkflowBodyOutcomesType0AdditionalProperty) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
