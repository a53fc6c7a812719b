from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="Invoice")



@_attrs_define
class Invoice:
    """ 
        Attributes:
            id (str):
            number (None | str):
            status (None | str):
            amount_due (int): In the smallest unit of the currency
            amount_paid (int): In the smallest unit of the currency
            currency (str):
            created (datetime.datetime):
            period_start (datetime.datetime):
            period_end (datetime.datetime):
            hosted_invoice_url (None | str):
            invoice_pdf (None | str):
            subtotal (int): In the smallest unit of the currency
            total (int): In the smallest unit of the currency
            paid (bool):
     """

    id: str
    number: None | str
    status: None | str
    amount_due: int
    amount_paid: int
    currency: str
    created: datetime.datetime
    period_start: datetime.datetime
    period_end: datetime.datetime
    hosted_invoice_url: None | str
    invoice_pdf: None | str
    subtotal: int
    total: int
    paid: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        number: None | str
        number = self.number

        status: None | str
        status = self.status

        amount_due = self.amount_due

        amount_paid = self.amount_paid

        currency = self.currency

        created = self.created.isoformat()

        period_start = self.period_start.isoformat()

        period_end = self.period_end.isoformat()

        hosted_invoice_url: None | str
        hosted_invoice_url = self.hosted_invoice_url

        invoice_pdf: None | str
        invoice_pdf = self.invoice_pdf

        subtotal = self.subtotal

        total = self.total

        paid = self.paid


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "number": number,
            "status": status,
            "amountDue": amount_due,
            "amountPaid": amount_paid,
            "currency": currency,
            "created": created,
            "periodStart": period_start,
            "periodEnd": period_end,
            "hostedInvoiceUrl": hosted_invoice_url,
            "invoicePdf": invoice_pdf,
            "subtotal": subtotal,
            "total": total,
            "paid": paid,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        number = _parse_number(d.pop("number"))


        def _parse_status(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        status = _parse_status(d.pop("status"))


        amount_due = d.pop("amountDue")

        amount_paid = d.pop("amountPaid")

        currency = d.pop("currency")

        created = datetime.datetime.fromisoformat(d.pop("created"))




        period_start = datetime.datetime.fromisoformat(d.pop("periodStart"))




        period_end = datetime.datetime.fromisoformat(d.pop("periodEnd"))




        def _parse_hosted_invoice_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        hosted_invoice_url = _parse_hosted_invoice_url(d.pop("hostedInvoiceUrl"))


        def _parse_invoice_pdf(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        invoice_pdf = _parse_invoice_pdf(d.pop("invoicePdf"))


        subtotal = d.pop("subtotal")

        total = d.pop("total")

        paid = d.pop("paid")

        invoice = cls(
            id=id,
            number=number,
            status=status,
            amount_due=amount_due,
            amount_paid=amount_paid,
            currency=currency,
            created=created,
            period_start=period_start,
            period_end=period_end,
            hosted_invoice_url=hosted_invoice_url,
            invoice_pdf=invoice_pdf,
            subtotal=subtotal,
            total=total,
            paid=paid,
        )


        invoice.additional_properties = d
        return invoice

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
