from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.send_result_emails_item import SendResultEmailsItem





T = TypeVar("T", bound="SendResult")



@_attrs_define
class SendResult:
    """ 
        Attributes:
            emails (list[SendResultEmailsItem]):
            timestamp (datetime.datetime):
     """

    emails: list[SendResultEmailsItem]
    timestamp: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.send_result_emails_item import SendResultEmailsItem # noqa: PLC0415
        emails = []
        for emails_item_data in self.emails:
            emails_item = emails_item_data.to_dict()
            emails.append(emails_item)



        timestamp = self.timestamp.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "emails": emails,
            "timestamp": timestamp,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.send_result_emails_item import SendResultEmailsItem # noqa: PLC0415
        d = dict(src_dict)
        emails = []
        _emails = d.pop("emails")
        for emails_item_data in (_emails):
            emails_item = SendResultEmailsItem.from_dict(emails_item_data)



            emails.append(emails_item)


        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))




        send_result = cls(
            emails=emails,
            timestamp=timestamp,
        )


        send_result.additional_properties = d
        return send_result

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
