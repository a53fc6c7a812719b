from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.invoice import Invoice





T = TypeVar("T", bound="Invoices")



@_attrs_define
class Invoices:
    """ 
        Attributes:
            invoices (list[Invoice]):
            has_unpaid_invoices (bool):
            unpaid_invoices (list[Invoice]):
     """

    invoices: list[Invoice]
    has_unpaid_invoices: bool
    unpaid_invoices: list[Invoice]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.invoice import Invoice # noqa: PLC0415
        invoices = []
        for invoices_item_data in self.invoices:
            invoices_item = invoices_item_data.to_dict()
            invoices.append(invoices_item)



        has_unpaid_invoices = self.has_unpaid_invoices

        unpaid_invoices = []
        for unpaid_invoices_item_data in self.unpaid_invoices:
            unpaid_invoices_item = unpaid_invoices_item_data.to_dict()
            unpaid_invoices.append(unpaid_invoices_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "invoices": invoices,
            "hasUnpaidInvoices": has_unpaid_invoices,
            "unpaidInvoices": unpaid_invoices,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice import Invoice # noqa: PLC0415
        d = dict(src_dict)
        invoices = []
        _invoices = d.pop("invoices")
        for invoices_item_data in (_invoices):
            invoices_item = Invoice.from_dict(invoices_item_data)



            invoices.append(invoices_item)


        has_unpaid_invoices = d.pop("hasUnpaidInvoices")

        unpaid_invoices = []
        _unpaid_invoices = d.pop("unpaidInvoices")
        for unpaid_invoices_item_data in (_unpaid_invoices):
            unpaid_invoices_item = Invoice.from_dict(unpaid_invoices_item_data)



            unpaid_invoices.append(unpaid_invoices_item)


        invoices = cls(
            invoices=invoices,
            has_unpaid_invoices=has_unpaid_invoices,
            unpaid_invoices=unpaid_invoices,
        )


        invoices.additional_properties = d
        return invoices

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
