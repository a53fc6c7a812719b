from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.domain_records_item import DomainRecordsItem





T = TypeVar("T", bound="Domain")



@_attrs_define
class Domain:
    """ 
        Attributes:
            id (UUID):
            domain (str):
            verified (bool):
            dkim_tokens (list[str]):
            project_id (UUID):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            records (list[DomainRecordsItem]):
     """

    id: UUID
    domain: str
    verified: bool
    dkim_tokens: list[str]
    project_id: UUID
    created_at: datetime.datetime
    updated_at: datetime.datetime
    records: list[DomainRecordsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.domain_records_item import DomainRecordsItem # noqa: PLC0415
        id = str(self.id)

        domain = self.domain

        verified = self.verified

        dkim_tokens = self.dkim_tokens



        project_id = str(self.project_id)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        records = []
        for records_item_data in self.records:
            records_item = records_item_data.to_dict()
            records.append(records_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "domain": domain,
            "verified": verified,
            "dkimTokens": dkim_tokens,
            "projectId": project_id,
            "createdAt": created_at,
            "updatedAt": updated_at,
            "records": records,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.domain_records_item import DomainRecordsItem # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        domain = d.pop("domain")

        verified = d.pop("verified")

        dkim_tokens = cast(list[str], d.pop("dkimTokens"))


        project_id = UUID(d.pop("projectId"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        records = []
        _records = d.pop("records")
        for records_item_data in (_records):
            records_item = DomainRecordsItem.from_dict(records_item_data)



            records.append(records_item)


        domain = cls(
            id=id,
            domain=domain,
            verified=verified,
            dkim_tokens=dkim_tokens,
            project_id=project_id,
            created_at=created_at,
            updated_at=updated_at,
            records=records,
        )


        domain.additional_properties = d
        return domain

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
