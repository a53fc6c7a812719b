from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.tracked_event_data import TrackedEventData





T = TypeVar("T", bound="TrackedEvent")



@_attrs_define
class TrackedEvent:
    """ 
        Attributes:
            email (str):
            event (str):
            subscribed (bool | Unset):
            data (TrackedEventData | Unset):
     """

    email: str
    event: str
    subscribed: bool | Unset = UNSET
    data: TrackedEventData | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tracked_event_data import TrackedEventData # noqa: PLC0415
        email = self.email

        event = self.event

        subscribed = self.subscribed

        data: dict[str, Any] | Unset = UNSET
        if not isinstance(self.data, Unset):
            data = self.data.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "email": email,
            "event": event,
        })
        if subscribed is not UNSET:
            field_dict["subscribed"] = subscribed
        if data is not UNSET:
            field_dict["data"] = data

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tracked_event_data import TrackedEventData # noqa: PLC0415
        d = dict(src_dict)
        email = d.pop("email")

        event = d.pop("event")

        subscribed = d.pop("subscribed", UNSET)

        _data = d.pop("data", UNSET)
        data: TrackedEventData | Unset
        if isinstance(_data,  Unset):
            data = UNSET
        else:
            data = TrackedEventData.from_dict(_data)




        tracked_event = cls(
            email=email,
            event=event,
            subscribed=subscribed,
            data=data,
        )


        tracked_event.additional_properties = d
        return tracked_event

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
