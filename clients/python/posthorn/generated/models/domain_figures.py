from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.domain_figures_bounced import DomainFiguresBounced





T = TypeVar("T", bound="DomainFigures")



@_attrs_define
class DomainFigures:
    """ 
        Attributes:
            domain (None | str): null: domains with too few mails to be told apart
            sent (int):
            delivered (int):
            bounced (DomainFiguresBounced): For good, by class of reason
            deferred (int): Tried more than once
            complaints (int):
     """

    domain: None | str
    sent: int
    delivered: int
    bounced: DomainFiguresBounced
    deferred: int
    complaints: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.domain_figures_bounced import DomainFiguresBounced # noqa: PLC0415
        domain: None | str
        domain = self.domain

        sent = self.sent

        delivered = self.delivered

        bounced = self.bounced.to_dict()

        deferred = self.deferred

        complaints = self.complaints


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "domain": domain,
            "sent": sent,
            "delivered": delivered,
            "bounced": bounced,
            "deferred": deferred,
            "complaints": complaints,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.domain_figures_bounced import DomainFiguresBounced # noqa: PLC0415
        d = dict(src_dict)
        def _parse_domain(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        domain = _parse_domain(d.pop("domain"))


        sent = d.pop("sent")

        delivered = d.pop("delivered")

        bounced = DomainFiguresBounced.from_dict(d.pop("bounced"))




        deferred = d.pop("deferred")

        complaints = d.pop("complaints")

        domain_figures = cls(
            domain=domain,
            sent=sent,
            delivered=delivered,
            bounced=bounced,
            deferred=deferred,
            complaints=complaints,
        )


        domain_figures.additional_properties = d
        return domain_figures

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
