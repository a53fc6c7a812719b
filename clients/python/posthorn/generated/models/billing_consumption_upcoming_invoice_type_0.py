from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="BillingConsumptionUpcomingInvoiceType0")



@_attrs_define
class BillingConsumptionUpcomingInvoiceType0:
    """ 
        Attributes:
            amount_due (int): In the smallest unit of the currency
            currency (str):
            period_start (datetime.datetime):
            period_end (datetime.datetime):
            subtotal (int): In the smallest unit of the currency
            total (int): In the smallest unit of the currency
     """

    amount_due: int
    currency: str
    period_start: datetime.datetime
    period_end: datetime.datetime
    subtotal: int
    total: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        amount_due = self.amount_due

        currency = self.currency

        period_start = self.period_start.isoformat()

        period_end = self.period_end.isoformat()

        subtotal = self.subtotal

        total = self.total


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "amountDue": amount_due,
            "currency": currency,
            "periodStart": period_start,
            "periodEnd": period_end,
            "subtotal": subtotal,
            "total": total,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amount_due = d.pop("amountDue")

        currency = d.pop("currency")

        period_start = datetime.datetime.fromisoformat(d.pop("periodStart"))




        period_end = datetime.datetime.fromisoformat(d.pop("periodEnd"))




        subtotal = d.pop("subtotal")

        total = d.pop("total")

        billing_consumption_upcoming_invoice_type_0 = cls(
            amount_due=amount_due,
            currency=currency,
            period_start=period_start,
            period_end=period_end,
            subtotal=subtotal,
            total=total,
        )


        billing_consumption_upcoming_invoice_type_0.additional_properties = d
        return billing_consumption_upcoming_invoice_type_0

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
