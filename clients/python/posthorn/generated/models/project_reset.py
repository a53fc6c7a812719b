from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.project_reset_state import ProjectResetState
from typing import cast
import datetime






T = TypeVar("T", bound="ProjectReset")



@_attrs_define
class ProjectReset:
    """ 
        Attributes:
            state (ProjectResetState):
            progress (int): Percent
            requested_at (datetime.datetime): What was made until then goes
            ended_at (datetime.datetime | None):
     """

    state: ProjectResetState
    progress: int
    requested_at: datetime.datetime
    ended_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        state = self.state.value

        progress = self.progress

        requested_at = self.requested_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "state": state,
            "progress": progress,
            "requestedAt": requested_at,
            "endedAt": ended_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        state = ProjectResetState(d.pop("state"))




        progress = d.pop("progress")

        requested_at = datetime.datetime.fromisoformat(d.pop("requestedAt"))




        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)



                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("endedAt"))


        project_reset = cls(
            state=state,
            progress=progress,
            requested_at=requested_at,
            ended_at=ended_at,
        )


        project_reset.additional_properties = d
        return project_reset

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
