from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.contact_ref import ContactRef





T = TypeVar("T", bound="SendResultEmailsItem")



@_attrs_define
class SendResultEmailsItem:
    """ 
        Attributes:
            contact (ContactRef):
            email (UUID):
     """

    contact: ContactRef
    email: UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.contact_ref import ContactRef # noqa: PLC0415
        contact = self.contact.to_dict()

        email = str(self.email)


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "contact": contact,
            "email": email,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contact_ref import ContactRef # noqa: PLC0415
        d = dict(src_dict)
        contact = ContactRef.from_dict(d.pop("contact"))




        email = UUID(d.pop("email"))




        send_result_emails_item = cls(
            contact=contact,
            email=email,
        )


        send_result_emails_item.additional_properties = d
        return send_result_emails_item

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
