from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.campaign import Campaign





T = TypeVar("T", bound="SendCampaignResponse200")



@_attrs_define
class SendCampaignResponse200:
    """ 
        Attributes:
            success (bool): Always true
            data (Campaign):
            message (str):
     """

    success: bool
    data: Campaign
    message: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.campaign import Campaign # noqa: PLC0415
        success = self.success

        data = self.data.to_dict()

        message = self.message


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "success": success,
            "data": data,
            "message": message,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.campaign import Campaign # noqa: PLC0415
        d = dict(src_dict)
        success = d.pop("success")

        data = Campaign.from_dict(d.pop("data"))




        message = d.pop("message")

        send_campaign_response_200 = cls(
            success=success,
            data=data,
            message=message,
        )


        send_campaign_response_200.additional_properties = d
        return send_campaign_response_200

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
