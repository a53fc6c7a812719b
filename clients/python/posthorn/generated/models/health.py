from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.health_environment import HealthEnvironment
from typing import cast
from typing import Literal, cast
import datetime

if TYPE_CHECKING:
  from ..models.health_memory_usage import HealthMemoryUsage





T = TypeVar("T", bound="Health")



@_attrs_define
class Health:
    """ 
        Attributes:
            status (Literal['ok']):
            time (datetime.datetime):
            environment (HealthEnvironment):
            uptime (float): Seconds
            memory_usage (HealthMemoryUsage):
     """

    status: Literal['ok']
    time: datetime.datetime
    environment: HealthEnvironment
    uptime: float
    memory_usage: HealthMemoryUsage
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.health_memory_usage import HealthMemoryUsage # noqa: PLC0415
        status = self.status

        time = self.time.isoformat()

        environment = self.environment.value

        uptime = self.uptime

        memory_usage = self.memory_usage.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
            "time": time,
            "environment": environment,
            "uptime": uptime,
            "memoryUsage": memory_usage,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.health_memory_usage import HealthMemoryUsage # noqa: PLC0415
        d = dict(src_dict)
        status = cast(Literal['ok'] , d.pop("status"))
        if status != 'ok':
            raise ValueError(f"status must match const 'ok', got '{status}'")

        time = datetime.datetime.fromisoformat(d.pop("time"))




        environment = HealthEnvironment(d.pop("environment"))




        uptime = d.pop("uptime")

        memory_usage = HealthMemoryUsage.from_dict(d.pop("memoryUsage"))




        health = cls(
            status=status,
            time=time,
            environment=environment,
            uptime=uptime,
            memory_usage=memory_usage,
        )


        health.additional_properties = d
        return health

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
