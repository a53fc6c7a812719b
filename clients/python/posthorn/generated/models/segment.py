from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.segment_type import SegmentType
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.condition import Condition





T = TypeVar("T", bound="Segment")



@_attrs_define
class Segment:
    """ 
        Attributes:
            id (UUID):
            name (str):
            description (None | str):
            type_ (SegmentType):  Default: SegmentType.DYNAMIC.
            condition (Condition | None):
            track_membership (bool):  Default: False.
            member_count (int):
            project_id (UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    name: str
    description: None | str
    condition: Condition | None
    member_count: int
    project_id: UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    type_: SegmentType = SegmentType.DYNAMIC
    track_membership: bool = False
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition import Condition # noqa: PLC0415
        id = str(self.id)

        name = self.name

        description: None | str
        description = self.description

        type_ = self.type_.value

        condition: dict[str, Any] | None
        if isinstance(self.condition, Condition):
            condition = self.condition.to_dict()
        else:
            condition = self.condition

        track_membership = self.track_membership

        member_count = self.member_count

        project_id = str(self.project_id)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "description": description,
            "type": type_,
            "condition": condition,
            "trackMembership": track_membership,
            "memberCount": member_count,
            "projectId": project_id,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition import Condition # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))


        type_ = SegmentType(d.pop("type"))




        def _parse_condition(data: object) -> Condition | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                condition_type_0 = Condition.from_dict(data)



                return condition_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Condition | None, data)

        condition = _parse_condition(d.pop("condition"))


        track_membership = d.pop("trackMembership")

        member_count = d.pop("memberCount")

        project_id = UUID(d.pop("projectId"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        segment = cls(
            id=id,
            name=name,
            description=description,
            type_=type_,
            condition=condition,
            track_membership=track_membership,
            member_count=member_count,
            project_id=project_id,
            created_at=created_at,
            updated_at=updated_at,
        )


        segment.additional_properties = d
        return segment

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
