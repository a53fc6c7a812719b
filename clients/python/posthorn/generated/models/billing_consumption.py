from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.billing_consumption_period import BillingConsumptionPeriod
  from ..models.billing_consumption_upcoming_invoice_type_0 import BillingConsumptionUpcomingInvoiceType0
  from ..models.billing_consumption_usage import BillingConsumptionUsage





T = TypeVar("T", bound="BillingConsumption")



@_attrs_define
class BillingConsumption:
    """ 
        Attributes:
            period (BillingConsumptionPeriod):
            usage (BillingConsumptionUsage):
            credits_ (int): In the smallest unit of the currency
            upcoming_invoice (BillingConsumptionUpcomingInvoiceType0 | None):
     """

    period: BillingConsumptionPeriod
    usage: BillingConsumptionUsage
    credits_: int
    upcoming_invoice: BillingConsumptionUpcomingInvoiceType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.billing_consumption_period import BillingConsumptionPeriod # noqa: PLC0415
        from ..models.billing_consumption_upcoming_invoice_type_0 import BillingConsumptionUpcomingInvoiceType0 # noqa: PLC0415
        from ..models.billing_consumption_usage import BillingConsumptionUsage # noqa: PLC0415
        period = self.period.to_dict()

        usage = self.usage.to_dict()

        credits_ = self.credits_

        upcoming_invoice: dict[str, Any] | None
        if isinstance(self.upcoming_invoice, BillingConsumptionUpcomingInvoiceType0):
            upcoming_invoice = self.upcoming_invoice.to_dict()
        else:
            upcoming_invoice = self.upcoming_invoice


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "period": period,
            "usage": usage,
            "credits": credits_,
            "upcomingInvoice": upcoming_invoice,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.billing_consumption_period import BillingConsumptionPeriod # noqa: PLC0415
        from ..models.billing_consumption_upcoming_invoice_type_0 import BillingConsumptionUpcomingInvoiceType0 # noqa: PLC0415
        from ..models.billing_consumption_usage import BillingConsumptionUsage # noqa: PLC0415
        d = dict(src_dict)
        period = BillingConsumptionPeriod.from_dict(d.pop("period"))




        usage = BillingConsumptionUsage.from_dict(d.pop("usage"))




        credits_ = d.pop("credits")

        def _parse_upcoming_invoice(data: object) -> BillingConsumptionUpcomingInvoiceType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                upcoming_invoice_type_0 = BillingConsumptionUpcomingInvoiceType0.from_dict(data)



                return upcoming_invoice_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BillingConsumptionUpcomingInvoiceType0 | None, data)

        upcoming_invoice = _parse_upcoming_invoice(d.pop("upcomingInvoice"))


        billing_consumption = cls(
            period=period,
            usage=usage,
            credits_=credits_,
            upcoming_invoice=upcoming_invoice,
        )


        billing_consumption.additional_properties = d
        return billing_consumption

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
