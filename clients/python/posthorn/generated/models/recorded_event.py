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
  from ..models.recorded_event_data import RecordedEventData





T = TypeVar("T", bound="RecordedEvent")



@_attrs_define
class RecordedEvent:
    """ 
        Attributes:
            name (str):
            contact_id (UUID | Unset):
            email_id (UUID | Unset):
            data (RecordedEventData | Unset):
     """

    name: str
    contact_id: UUID | Unset = UNSET
    email_id: UUID | Unset = UNSET
    data: RecordedEventData | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.recorded_event_data import RecordedEventData # noqa: PLC0415
        name = self.name

        contact_id: str | Unset = UNSET
        if not isinstance(self.contact_id, Unset):
            contact_id = str(self.contact_id)

        email_id: str | Unset = UNSET
        if not isinstance(self.email_id, Unset):
            email_id = str(self.email_id)

        data: dict[str, Any] | Unset = UNSET
        if not isinstance(self.data, Unset):
            data = self.data.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "name": name,
        })
        if contact_id is not UNSET:
            field_dict["contactId"] = contact_id
        if email_id is not UNSET:
            field_dict["emailId"] = email_id
        if data is not UNSET:
            field_dict["data"] = data

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.recorded_event_data import RecordedEventData # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name")

        _contact_id = d.pop("contactId", UNSET)
        contact_id: UUID | Unset
        if isinstance(_contact_id,  Unset):
            contact_id = UNSET
        else:
            contact_id = UUID(_contact_id)




        _email_id = d.pop("emailId", UNSET)
        email_id: UUID | Unset
        if isinstance(_email_id,  Unset):
            email_id = UNSET
        else:
            email_id = UUID(_email_id)




        _data = d.pop("data", UNSET)
        data: RecordedEventData | Unset
        if isinstance(_data,  Unset):
            data = UNSET
        else:
            data = RecordedEventData.from_dict(_data)




        recorded_event = cls(
            name=name,
            contact_id=contact_id,
            email_id=email_id,
            data=data,
        )


        recorded_event.additional_properties = d
        return recorded_event

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
