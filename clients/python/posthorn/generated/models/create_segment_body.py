from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.create_segment_body_type import CreateSegmentBodyType
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.condition import Condition





T = TypeVar("T", bound="CreateSegmentBody")



@_attrs_define
class CreateSegmentBody:
    """ 
        Attributes:
            name (str):
            description (None | str | Unset):
            type_ (CreateSegmentBodyType | Unset):  Default: CreateSegmentBodyType.DYNAMIC.
            condition (Condition | None | Unset):
            track_membership (bool | None | Unset):  Default: False.
     """

    name: str
    description: None | str | Unset = UNSET
    type_: CreateSegmentBodyType | Unset = CreateSegmentBodyType.DYNAMIC
    condition: Condition | None | Unset = UNSET
    track_membership: bool | None | Unset = False
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition import Condition # noqa: PLC0415
        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        type_: str | Unset = UNSET
        if not isinstance(self.type_, Unset):
            type_ = self.type_.value


        condition: dict[str, Any] | None | Unset
        if isinstance(self.condition, Unset):
            condition = UNSET
        elif isinstance(self.condition, Condition):
            condition = self.condition.to_dict()
        else:
            condition = self.condition

        track_membership: bool | None | Unset
        if isinstance(self.track_membership, Unset):
            track_membership = UNSET
        else:
            track_membership = self.track_membership


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "name": name,
        })
        if description is not UNSET:
            field_dict["description"] = description
        if type_ is not UNSET:
            field_dict["type"] = type_
        if condition is not UNSET:
            field_dict["condition"] = condition
        if track_membership is not UNSET:
            field_dict["trackMembership"] = track_membership

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition import Condition # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))


        _type_ = d.pop("type", UNSET)
        type_: CreateSegmentBodyType | Unset
        if isinstance(_type_,  Unset):
            type_ = UNSET
        else:
            type_ = CreateSegmentBodyType(_type_)




        def _parse_condition(data: object) -> Condition | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                condition_type_0 = Condition.from_dict(data)



                return condition_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Condition | None | Unset, data)

        condition = _parse_condition(d.pop("condition", UNSET))


        def _parse_track_membership(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        track_membership = _parse_track_membership(d.pop("trackMembership", UNSET))


        create_segment_body = cls(
            name=name,
            description=description,
            type_=type_,
            condition=condition,
            track_membership=track_membership,
        )


        create_segment_body.additional_properties = d
        return create_segment_body

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
