from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.recipient_status import RecipientStatus
from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="Recipient")



@_attrs_define
class Recipient:
    """ 
        Attributes:
            email_id (UUID):
            contact_id (UUID):
            email (str):
            status (RecipientStatus):
            reason (None | str): Why it is so: the provider's words, or ours
            attempts (int):
            sent_at (datetime.datetime | None):
            delivered_at (datetime.datetime | None):
            opened_at (datetime.datetime | None):
            clicked_at (datetime.datetime | None):
            bounced_at (datetime.datetime | None):
            complained_at (datetime.datetime | None):
            unsubscribed_at (datetime.datetime | None):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    email_id: UUID
    contact_id: UUID
    email: str
    status: RecipientStatus
    reason: None | str
    attempts: int
    sent_at: datetime.datetime | None
    delivered_at: datetime.datetime | None
    opened_at: datetime.datetime | None
    clicked_at: datetime.datetime | None
    bounced_at: datetime.datetime | None
    complained_at: datetime.datetime | None
    unsubscribed_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        email_id = str(self.email_id)

        contact_id = str(self.contact_id)

        email = self.email

        status = self.status.value

        reason: None | str
        reason = self.reason

        attempts = self.attempts

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        delivered_at: None | str
        if isinstance(self.delivered_at, datetime.datetime):
            delivered_at = self.delivered_at.isoformat()
        else:
            delivered_at = self.delivered_at

        opened_at: None | str
        if isinstance(self.opened_at, datetime.datetime):
            opened_at = self.opened_at.isoformat()
        else:
            opened_at = self.opened_at

        clicked_at: None | str
        if isinstance(self.clicked_at, datetime.datetime):
            clicked_at = self.clicked_at.isoformat()
        else:
            clicked_at = self.clicked_at

        bounced_at: None | str
        if isinstance(self.bounced_at, datetime.datetime):
            bounced_at = self.bounced_at.isoformat()
        else:
            bounced_at = self.bounced_at

        complained_at: None | str
        if isinstance(self.complained_at, datetime.datetime):
            complained_at = self.complained_at.isoformat()
        else:
            complained_at = self.complained_at

        unsubscribed_at: None | str
        if isinstance(self.unsubscribed_at, datetime.datetime):
            unsubscribed_at = self.unsubscribed_at.isoformat()
        else:
            unsubscribed_at = self.unsubscribed_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "emailId": email_id,
            "contactId": contact_id,
            "email": email,
            "status": status,
            "reason": reason,
            "attempts": attempts,
            "sentAt": sent_at,
            "deliveredAt": delivered_at,
            "openedAt": opened_at,
            "clickedAt": clicked_at,
            "bouncedAt": bounced_at,
            "complainedAt": complained_at,
            "unsubscribedAt": unsubscribed_at,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email_id = UUID(d.pop("emailId"))




        contact_id = UUID(d.pop("contactId"))




        email = d.pop("email")

        status = RecipientStatus(d.pop("status"))




        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))


        attempts = d.pop("attempts")

        def _parse_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_at_type_0 = datetime.datetime.fromisoformat(data)



                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sentAt"))


        def _parse_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivered_at_type_0 = datetime.datetime.fromisoformat(data)



                return delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        delivered_at = _parse_delivered_at(d.pop("deliveredAt"))


        def _parse_opened_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                opened_at_type_0 = datetime.datetime.fromisoformat(data)



                return opened_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        opened_at = _parse_opened_at(d.pop("openedAt"))


        def _parse_clicked_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                clicked_at_type_0 = datetime.datetime.fromisoformat(data)



                return clicked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        clicked_at = _parse_clicked_at(d.pop("clickedAt"))


        def _parse_bounced_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                bounced_at_type_0 = datetime.datetime.fromisoformat(data)



                return bounced_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        bounced_at = _parse_bounced_at(d.pop("bouncedAt"))


        def _parse_complained_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                complained_at_type_0 = datetime.datetime.fromisoformat(data)



                return complained_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        complained_at = _parse_complained_at(d.pop("complainedAt"))


        def _parse_unsubscribed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                unsubscribed_at_type_0 = datetime.datetime.fromisoformat(data)



                return unsubscribed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        unsubscribed_at = _parse_unsubscribed_at(d.pop("unsubscribedAt"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        recipient = cls(
            email_id=email_id,
            contact_id=contact_id,
            email=email,
            status=status,
            reason=reason,
            attempts=attempts,
            sent_at=sent_at,
            delivered_at=delivered_at,
            opened_at=opened_at,
            clicked_at=clicked_at,
            bounced_at=bounced_at,
            complained_at=complained_at,
            unsubscribed_at=unsubscribed_at,
            created_at=created_at,
            updated_at=updated_at,
        )


        recipient.additional_properties = d
        return recipient

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
