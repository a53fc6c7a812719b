from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.contact import Contact





T = TypeVar("T", bound="ListContactsResponse200")



@_attrs_define
class ListContactsResponse200:
    """ 
        Attributes:
            data (list[Contact]):
            has_more (bool):
            total (int): Counted on the first page, 0 on later ones
            cursor (str | Unset): Absent at the end
     """

    data: list[Contact]
    has_more: bool
    total: int
    cursor: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.contact import Contact # noqa: PLC0415
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)



        has_more = self.has_more

        total = self.total

        cursor = self.cursor


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "data": data,
            "hasMore": has_more,
            "total": total,
        })
        if cursor is not UNSET:
            field_dict["cursor"] = cursor

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contact import Contact # noqa: PLC0415
        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in (_data):
            data_item = Contact.from_dict(data_item_data)



            data.append(data_item)


        has_more = d.pop("hasMore")

        total = d.pop("total")

        cursor = d.pop("cursor", UNSET)

        list_contacts_response_200 = cls(
            data=data,
            has_more=has_more,
            total=total,
            cursor=cursor,
        )


        list_contacts_response_200.additional_properties = d
        return list_contacts_response_200

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
