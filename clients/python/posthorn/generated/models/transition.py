from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.transition_from_type_0 import TransitionFromType0
from ..models.transition_to import TransitionTo
from typing import cast
import datetime






T = TypeVar("T", bound="Transition")



@_attrs_define
class Transition:
    """ 
        Attributes:
            at (datetime.datetime):
            from_ (None | TransitionFromType0):
            to (TransitionTo):
            actor (str):
            attempt (int):
            detail (None | str):
     """

    at: datetime.datetime
    from_: None | TransitionFromType0
    to: TransitionTo
    actor: str
    attempt: int
    detail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        from_: None | str
        if isinstance(self.from_, TransitionFromType0):
            from_ = self.from_.value
        else:
            from_ = self.from_

        to = self.to.value

        actor = self.actor

        attempt = self.attempt

        detail: None | str
        detail = self.detail


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "at": at,
            "from": from_,
            "to": to,
            "actor": actor,
            "attempt": attempt,
            "detail": detail,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))




        def _parse_from_(data: object) -> None | TransitionFromType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                from_type_0 = TransitionFromType0(data)



                return from_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransitionFromType0, data)

        from_ = _parse_from_(d.pop("from"))


        to = TransitionTo(d.pop("to"))




        actor = d.pop("actor")

        attempt = d.pop("attempt")

        def _parse_detail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        detail = _parse_detail(d.pop("detail"))


        transition = cls(
            at=at,
            from_=from_,
            to=to,
            actor=actor,
            attempt=attempt,
            detail=detail,
        )


        transition.additional_properties = d
        return transition

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
