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
  from ..models.simulate_workflow_body_event_type_0 import SimulateWorkflowBodyEventType0
  from ..models.simulate_workflow_body_outcomes_type_0 import SimulateWorkflowBodyOutcomesType0





T = TypeVar("T", bound="SimulateWorkflowBody")



@_attrs_define
class SimulateWorkflowBody:
    """ 
        Attributes:
            contact_id (UUID):
            event (None | SimulateWorkflowBodyEventType0 | Unset):
            outcomes (None | SimulateWorkflowBodyOutcomesType0 | Unset): What becomes of each WAIT_FOR_EVENT step, by its
                id; without an entry the event comes
     """

    contact_id: UUID
    event: None | SimulateWorkflowBodyEventType0 | Unset = UNSET
    outcomes: None | SimulateWorkflowBodyOutcomesType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.simulate_workflow_body_event_type_0 import SimulateWorkflowBodyEventType0 # noqa: PLC0415
        from ..models.simulate_workflow_body_outcomes_type_0 import SimulateWorkflowBodyOutcomesType0 # noqa: PLC0415
        contact_id = str(self.contact_id)

        event: dict[str, Any] | None | Unset
        if isinstance(self.event, Unset):
            event = UNSET
        elif isinstance(self.event, SimulateWorkflowBodyEventType0):
            event = self.event.to_dict()
        else:
            event = self.event

        outcomes: dict[str, Any] | None | Unset
        if isinstance(self.outcomes, Unset):
            outcomes = UNSET
        elif isinstance(self.outcomes, SimulateWorkflowBodyOutcomesType0):
            outcomes = self.outcomes.to_dict()
        else:
            outcomes = self.outcomes


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "contactId": contact_id,
        })
        if event is not UNSET:
            field_dict["event"] = event
        if outcomes is not UNSET:
            field_dict["outcomes"] = outcomes

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.simulate_workflow_body_event_type_0 import SimulateWorkflowBodyEventType0 # noqa: PLC0415
        from ..models.simulate_workflow_body_outcomes_type_0 import SimulateWorkflowBodyOutcomesType0 # noqa: PLC0415
        d = dict(src_dict)
        contact_id = UUID(d.pop("contactId"))




        def _parse_event(data: object) -> None | SimulateWorkflowBodyEventType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                event_type_0 = SimulateWorkflowBodyEventType0.from_dict(data)



                return event_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimulateWorkflowBodyEventType0 | Unset, data)

        event = _parse_event(d.pop("event", UNSET))


        def _parse_outcomes(data: object) -> None | SimulateWorkflowBodyOutcomesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                outcomes_type_0 = SimulateWorkflowBodyOutcomesType0.from_dict(data)



                return outcomes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimulateWorkflowBodyOutcomesType0 | Unset, data)

        outcomes = _parse_outcomes(d.pop("outcomes", UNSET))


        simulate_workflow_body = cls(
            contact_id=contact_id,
            event=event,
            outcomes=outcomes,
        )


        simulate_workflow_body.additional_properties = d
        return simulate_workflow_body

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
