from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.verify_domain_response_200_status import VerifyDomainResponse200Status
from typing import cast

if TYPE_CHECKING:
  from ..models.verify_domain_response_200_records_item import VerifyDomainResponse200RecordsItem





T = TypeVar("T", bound="VerifyDomainResponse200")



@_attrs_define
class VerifyDomainResponse200:
    """ 
        Attributes:
            domain (str):
            tokens (list[str]):
            status (VerifyDomainResponse200Status):
            verified (bool):
            records (list[VerifyDomainResponse200RecordsItem]):
     """

    domain: str
    tokens: list[str]
    status: VerifyDomainResponse200Status
    verified: bool
    records: list[VerifyDomainResponse200RecordsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.verify_domain_response_200_records_item import VerifyDomainResponse200RecordsItem # noqa: PLC0415
        domain = self.domain

        tokens = self.tokens



        status = self.status.value

        verified = self.verified

        records = []
        for records_item_data in self.records:
            records_item = records_item_data.to_dict()
            records.append(records_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "domain": domain,
            "tokens": tokens,
            "status": status,
            "verified": verified,
            "records": records,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.verify_domain_response_200_records_item import VerifyDomainResponse200RecordsItem # noqa: PLC0415
        d = dict(src_dict)
        domain = d.pop("domain")

        tokens = cast(list[str], d.pop("tokens"))


        status = VerifyDomainResponse200Status(d.pop("status"))




        verified = d.pop("verified")

        records = []
        _records = d.pop("records")
        for records_item_data in (_records):
            records_item = VerifyDomainResponse200RecordsItem.from_dict(records_item_data)



            records.append(records_item)


        verify_domain_response_200 = cls(
            domain=domain,
            tokens=tokens,
            status=status,
            verified=verified,
            records=records,
        )


        verify_domain_response_200.additional_properties = d
        return verify_domain_response_200

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
