from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.security_status_all_time import SecurityStatusAllTime
  from ..models.security_status_seven_day import SecurityStatusSevenDay
  from ..models.security_status_twenty_four_hour import SecurityStatusTwentyFourHour





T = TypeVar("T", bound="SecurityStatus")



@_attrs_define
class SecurityStatus:
    """ 
        Attributes:
            project_id (UUID):
            is_healthy (bool):
            should_disable (bool):
            twenty_four_hour (SecurityStatusTwentyFourHour): Always zeros
            seven_day (SecurityStatusSevenDay):
            all_time (SecurityStatusAllTime):
            is_new_project (bool): Always false
            violations (list[str]):
            warnings (list[str]):
     """

    project_id: UUID
    is_healthy: bool
    should_disable: bool
    twenty_four_hour: SecurityStatusTwentyFourHour
    seven_day: SecurityStatusSevenDay
    all_time: SecurityStatusAllTime
    is_new_project: bool
    violations: list[str]
    warnings: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.security_status_all_time import SecurityStatusAllTime # noqa: PLC0415
        from ..models.security_status_seven_day import SecurityStatusSevenDay # noqa: PLC0415
        from ..models.security_status_twenty_four_hour import SecurityStatusTwentyFourHour # noqa: PLC0415
        project_id = str(self.project_id)

        is_healthy = self.is_healthy

        should_disable = self.should_disable

        twenty_four_hour = self.twenty_four_hour.to_dict()

        seven_day = self.seven_day.to_dict()

        all_time = self.all_time.to_dict()

        is_new_project = self.is_new_project

        violations = self.violations



        warnings = self.warnings




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "projectId": project_id,
            "isHealthy": is_healthy,
            "shouldDisable": should_disable,
            "twentyFourHour": twenty_four_hour,
            "sevenDay": seven_day,
            "allTime": all_time,
            "isNewProject": is_new_project,
            "violations": violations,
            "warnings": warnings,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.security_status_all_time import SecurityStatusAllTime # noqa: PLC0415
        from ..models.security_status_seven_day import SecurityStatusSevenDay # noqa: PLC0415
        from ..models.security_status_twenty_four_hour import SecurityStatusTwentyFourHour # noqa: PLC0415
        d = dict(src_dict)
        project_id = UUID(d.pop("projectId"))




        is_healthy = d.pop("isHealthy")

        should_disable = d.pop("shouldDisable")

        twenty_four_hour = SecurityStatusTwentyFourHour.from_dict(d.pop("twentyFourHour"))




        seven_day = SecurityStatusSevenDay.from_dict(d.pop("sevenDay"))




        all_time = SecurityStatusAllTime.from_dict(d.pop("allTime"))




        is_new_project = d.pop("isNewProject")

        violations = cast(list[str], d.pop("violations"))


        warnings = cast(list[str], d.pop("warnings"))


        security_status = cls(
            project_id=project_id,
            is_healthy=is_healthy,
            should_disable=should_disable,
            twenty_four_hour=twenty_four_hour,
            seven_day=seven_day,
            all_time=all_time,
            is_new_project=is_new_project,
            violations=violations,
            warnings=warnings,
        )


        security_status.additional_properties = d
        return security_status

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
