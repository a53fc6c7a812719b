from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.bulk_subscribe_contacts_body_mode import BulkSubscribeContactsBodyMode
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.bulk_subscribe_contacts_body_filter import BulkSubscribeContactsBodyFilter





T = TypeVar("T", bound="BulkSubscribeContactsBody")



@_attrs_define
class BulkSubscribeContactsBody:
    """ 
        Attributes:
            mode (BulkSubscribeContactsBodyMode | Unset):  Default: BulkSubscribeContactsBodyMode.IDS.
            contact_ids (list[UUID] | Unset): With mode ids
            filter_ (BulkSubscribeContactsBodyFilter | Unset): With mode query; `{}` means every contact
            exclude_ids (list[UUID] | None | Unset):
     """

    mode: BulkSubscribeContactsBodyMode | Unset = BulkSubscribeContactsBodyMode.IDS
    contact_ids: list[UUID] | Unset = UNSET
    filter_: BulkSubscribeContactsBodyFilter | Unset = UNSET
    exclude_ids: list[UUID] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.bulk_subscribe_contacts_body_filter import BulkSubscribeContactsBodyFilter # noqa: PLC0415
        mode: str | Unset = UNSET
        if not isinstance(self.mode, Unset):
            mode = self.mode.value


        contact_ids: list[str] | Unset = UNSET
        if not isinstance(self.contact_ids, Unset):
            contact_ids = []
            for contact_ids_item_data in self.contact_ids:
                contact_ids_item = str(contact_ids_item_data)
                contact_ids.append(contact_ids_item)



        filter_: dict[str, Any] | Unset = UNSET
        if not isinstance(self.filter_, Unset):
            filter_ = self.filter_.to_dict()

        exclude_ids: list[str] | None | Unset
        if isinstance(self.exclude_ids, Unset):
            exclude_ids = UNSET
        elif isinstance(self.exclude_ids, list):
            exclude_ids = []
            for exclude_ids_type_0_item_data in self.exclude_ids:
                exclude_ids_type_0_item = str(exclude_ids_type_0_item_data)
                exclude_ids.append(exclude_ids_type_0_item)


        else:
            exclude_ids = self.exclude_ids


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if mode is not UNSET:
            field_dict["mode"] = mode
        if contact_ids is not UNSET:
            field_dict["contactIds"] = contact_ids
        if filter_ is not UNSET:
            field_dict["filter"] = filter_
        if exclude_ids is not UNSET:
            field_dict["excludeIds"] = exclude_ids

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bulk_subscribe_contacts_body_filter import BulkSubscribeContactsBodyFilter # noqa: PLC0415
        d = dict(src_dict)
        _mode = d.pop("mode", UNSET)
        mode: BulkSubscribeContactsBodyMode | Unset
        if isinstance(_mode,  Unset):
            mode = UNSET
        else:
            mode = BulkSubscribeContactsBodyMode(_mode)




        _contact_ids = d.pop("contactIds", UNSET)
        contact_ids: list[UUID] | Unset = UNSET
        if _contact_ids is not UNSET:
            contact_ids = []
            for contact_ids_item_data in _contact_ids:
                contact_ids_item = UUID(contact_ids_item_data)



                contact_ids.append(contact_ids_item)


        _filter_ = d.pop("filter", UNSET)
        filter_: BulkSubscribeContactsBodyFilter | Unset
        if isinstance(_filter_,  Unset):
            filter_ = UNSET
        else:
            filter_ = BulkSubscribeContactsBodyFilter.from_dict(_filter_)




        def _parse_exclude_ids(data: object) -> list[UUID] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                exclude_ids_type_0 = []
                _exclude_ids_type_0 = data
                for exclude_ids_type_0_item_data in (_exclude_ids_type_0):
                    exclude_ids_type_0_item = UUID(exclude_ids_type_0_item_data)



                    exclude_ids_type_0.append(exclude_ids_type_0_item)

                return exclude_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UUID] | None | Unset, data)

        exclude_ids = _parse_exclude_ids(d.pop("excludeIds", UNSET))


        bulk_subscribe_contacts_body = cls(
            mode=mode,
            contact_ids=contact_ids,
            filter_=filter_,
            exclude_ids=exclude_ids,
        )


        bulk_subscribe_contacts_body.additional_properties = d
        return bulk_subscribe_contacts_body

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
