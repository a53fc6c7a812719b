from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.verify_domain_response_200_records_item_type import VerifyDomainResponse200RecordsItemType
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="VerifyDomainResponse200RecordsItem")



@_attrs_define
class VerifyDomainResponse200RecordsItem:
    """ 
        Attributes:
            type_ (VerifyDomainResponse200RecordsItemType):
            name (str):
            value (str):
            verified (bool):
            problem (None | str): What was wrong when it was last looked up
            priority (int | Unset): MX only
     """

    type_: VerifyDomainResponse200RecordsItemType
    name: str
    value: str
    verified: bool
    problem: None | str
    priority: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_.value

        name = self.name

        value = self.value

        verified = self.verified

        problem: None | str
        problem = self.problem

        priority = self.priority


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "type": type_,
            "name": name,
            "value": value,
            "verified": verified,
            "problem": problem,
        })
        if priority is not UNSET:
            field_dict["priority"] = priority

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = VerifyDomainResponse200RecordsItemType(d.pop("type"))




        name = d.pop("name")

        value = d.pop("value")

        verified = d.pop("verified")

        def _parse_problem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        problem = _parse_problem(d.pop("problem"))


        priority = d.pop("priority", UNSET)

        verify_domain_response_200_records_item = cls(
            type_=type_,
            name=name,
            value=value,
            verified=verified,
            problem=problem,
            priority=priority,
        )


        verify_domain_response_200_records_item.additional_properties = d
        return verify_domain_response_200_records_item

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
