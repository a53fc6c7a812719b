from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.project_disabled_reason_type_0 import ProjectDisabledReasonType0
from ..models.project_tracking import ProjectTracking
from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="Project")



@_attrs_define
class Project:
    """ 
        Attributes:
            id (UUID):
            name (str):
            public (str):
            secret (str): Whole from creation and regenerate-keys only, elsewhere its first 8 digits
            disabled (bool):
            disabled_reason (None | ProjectDisabledReasonType0):
            customer (None | str):
            subscription (None | str):
            billing_limit_workflows (int | None):
            billing_limit_campaigns (int | None):
            billing_limit_transactional (int | None):
            billing_limit_inbound (int | None):
            tracking (ProjectTracking):
            language (str):
            logo (None | str): The address of an image that recipient pages show
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
     """

    id: UUID
    name: str
    public: str
    secret: str
    disabled: bool
    disabled_reason: None | ProjectDisabledReasonType0
    customer: None | str
    subscription: None | str
    billing_limit_workflows: int | None
    billing_limit_campaigns: int | None
    billing_limit_transactional: int | None
    billing_limit_inbound: int | None
    tracking: ProjectTracking
    language: str
    logo: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        public = self.public

        secret = self.secret

        disabled = self.disabled

        disabled_reason: None | str
        if isinstance(self.disabled_reason, ProjectDisabledReasonType0):
            disabled_reason = self.disabled_reason.value
        else:
            disabled_reason = self.disabled_reason

        customer: None | str
        customer = self.customer

        subscription: None | str
        subscription = self.subscription

        billing_limit_workflows: int | None
        billing_limit_workflows = self.billing_limit_workflows

        billing_limit_campaigns: int | None
        billing_limit_campaigns = self.billing_limit_campaigns

        billing_limit_transactional: int | None
        billing_limit_transactional = self.billing_limit_transactional

        billing_limit_inbound: int | None
        billing_limit_inbound = self.billing_limit_inbound

        tracking = self.tracking.value

        language = self.language

        logo: None | str
        logo = self.logo

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "public": public,
            "secret": secret,
            "disabled": disabled,
            "disabledReason": disabled_reason,
            "customer": customer,
            "subscription": subscription,
            "billingLimitWorkflows": billing_limit_workflows,
            "billingLimitCampaigns": billing_limit_campaigns,
            "billingLimitTransactional": billing_limit_transactional,
            "billingLimitInbound": billing_limit_inbound,
            "tracking": tracking,
            "language": language,
            "logo": logo,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        public = d.pop("public")

        secret = d.pop("secret")

        disabled = d.pop("disabled")

        def _parse_disabled_reason(data: object) -> None | ProjectDisabledReasonType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_0 = ProjectDisabledReasonType0(data)



                return disabled_reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProjectDisabledReasonType0, data)

        disabled_reason = _parse_disabled_reason(d.pop("disabledReason"))


        def _parse_customer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        customer = _parse_customer(d.pop("customer"))


        def _parse_subscription(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        subscription = _parse_subscription(d.pop("subscription"))


        def _parse_billing_limit_workflows(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        billing_limit_workflows = _parse_billing_limit_workflows(d.pop("billingLimitWorkflows"))


        def _parse_billing_limit_campaigns(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        billing_limit_campaigns = _parse_billing_limit_campaigns(d.pop("billingLimitCampaigns"))


        def _parse_billing_limit_transactional(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        billing_limit_transactional = _parse_billing_limit_transactional(d.pop("billingLimitTransactional"))


        def _parse_billing_limit_inbound(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        billing_limit_inbound = _parse_billing_limit_inbound(d.pop("billingLimitInbound"))


        tracking = ProjectTracking(d.pop("tracking"))




        language = d.pop("language")

        def _parse_logo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        logo = _parse_logo(d.pop("logo"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        project = cls(
            id=id,
            name=name,
            public=public,
            secret=secret,
            disabled=disabled,
            disabled_reason=disabled_reason,
            customer=customer,
            subscription=subscription,
            billing_limit_workflows=billing_limit_workflows,
            billing_limit_campaigns=billing_limit_campaigns,
            billing_limit_transactional=billing_limit_transactional,
            billing_limit_inbound=billing_limit_inbound,
            tracking=tracking,
            language=language,
            logo=logo,
            created_at=created_at,
            updated_at=updated_at,
        )


        project.additional_properties = d
        return project

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
