from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.contact import Contact





T = TypeVar("T", bound="PreviewSegmentResponse200")



@_attrs_define
class PreviewSegmentResponse200:
    """ 
        Attributes:
            count (int):
            sample (list[Contact]):
            warnings (list[str]):
     """

    count: int
    sample: list[Contact]
    warnings: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.contact import Contact # noqa: PLC0415
        count = self.count

        sample = []
        for sample_item_data in self.sample:
            sample_item = sample_item_data.to_dict()
            sample.append(sample_item)



        warnings = self.warnings




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "count": count,
            "sample": sample,
            "warnings": warnings,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contact import Contact # noqa: PLC0415
        d = dict(src_dict)
        count = d.pop("count")

        sample = []
        _sample = d.pop("sample")
        for sample_item_data in (_sample):
            sample_item = Contact.from_dict(sample_item_data)



            sample.append(sample_item)


        warnings = cast(list[str], d.pop("warnings"))


        preview_segment_response_200 = cls(
            count=count,
            sample=sample,
            warnings=warnings,
        )


        preview_segment_response_200.additional_properties = d
        return preview_segment_response_200

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
