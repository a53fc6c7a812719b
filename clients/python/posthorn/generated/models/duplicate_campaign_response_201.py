from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.duplicate_campaign_response_201_audience_type import DuplicateCampaignResponse201AudienceType
from ..models.duplicate_campaign_response_201_status import DuplicateCampaignResponse201Status
from ..models.duplicate_campaign_response_201_type import DuplicateCampaignResponse201Type
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.campaign import Campaign
  from ..models.condition import Condition
  from ..models.duplicate_campaign_response_201_segment_type_0 import DuplicateCampaignResponse201SegmentType0





T = TypeVar("T", bound="DuplicateCampaignResponse201")



@_attrs_define
class DuplicateCampaignResponse201:
    """ 
        Attributes:
            id (UUID):
            name (str):
            description (None | str):
            subject (str):
            body (str):
            from_ (str):
            from_name (None | str):
            reply_to (None | str):
            type_ (DuplicateCampaignResponse201Type):
            status (DuplicateCampaignResponse201Status):
            audience_type (DuplicateCampaignResponse201AudienceType):
            audience_condition (Condition | None):
            segment_id (None | UUID):
            segment (DuplicateCampaignResponse201SegmentType0 | None):
            template_id (None | UUID):
            scheduled_for (datetime.datetime | None):
            total_recipients (int):
            sent_count (int):
            delivered_count (int):
            opened_count (int):
            clicked_count (int):
            bounced_count (int):
            complained_count (int):
            unsubscribed_count (int):
            project_id (UUID):
            sent_at (datetime.datetime | None):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            success (bool): Always true
            data (Campaign):
            message (str):
     """

    id: UUID
    name: str
    description: None | str
    subject: str
    body: str
    from_: str
    from_name: None | str
    reply_to: None | str
    type_: DuplicateCampaignResponse201Type
    status: DuplicateCampaignResponse201Status
    audience_type: DuplicateCampaignResponse201AudienceType
    audience_condition: Condition | None
    segment_id: None | UUID
    segment: DuplicateCampaignResponse201SegmentType0 | None
    template_id: None | UUID
    scheduled_for: datetime.datetime | None
    total_recipients: int
    sent_count: int
    delivered_count: int
    opened_count: int
    clicked_count: int
    bounced_count: int
    complained_count: int
    unsubscribed_count: int
    project_id: UUID
    sent_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    success: bool
    data: Campaign
    message: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.campaign import Campaign # noqa: PLC0415
        from ..models.condition import Condition # noqa: PLC0415
        from ..models.duplicate_campaign_response_201_segment_type_0 import DuplicateCampaignResponse201SegmentType0 # noqa: PLC0415
        id = str(self.id)

        name = self.name

        description: None | str
        description = self.description

        subject = self.subject

        body = self.body

        from_ = self.from_

        from_name: None | str
        from_name = self.from_name

        reply_to: None | str
        reply_to = self.reply_to

        type_ = self.type_.value

        status = self.status.value

        audience_type = self.audience_type.value

        audience_condition: dict[str, Any] | None
        if isinstance(self.audience_condition, Condition):
            audience_condition = self.audience_condition.to_dict()
        else:
            audience_condition = self.audience_condition

        segment_id: None | str
        if isinstance(self.segment_id, UUID):
            segment_id = str(self.segment_id)
        else:
            segment_id = self.segment_id

        segment: dict[str, Any] | None
        if isinstance(self.segment, DuplicateCampaignResponse201SegmentType0):
            segment = self.segment.to_dict()
        else:
            segment = self.segment

        template_id: None | str
        if isinstance(self.template_id, UUID):
            template_id = str(self.template_id)
        else:
            template_id = self.template_id

        scheduled_for: None | str
        if isinstance(self.scheduled_for, datetime.datetime):
            scheduled_for = self.scheduled_for.isoformat()
        else:
            scheduled_for = self.scheduled_for

        total_recipients = self.total_recipients

        sent_count = self.sent_count

        delivered_count = self.delivered_count

        opened_count = self.opened_count

        clicked_count = self.clicked_count

        bounced_count = self.bounced_count

        complained_count = self.complained_count

        unsubscribed_count = self.unsubscribed_count

        project_id = str(self.project_id)

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        success = self.success

        data = self.data.to_dict()

        message = self.message


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "name": name,
            "description": description,
            "subject": subject,
            "body": body,
            "from": from_,
            "fromName": from_name,
            "replyTo": reply_to,
            "type": type_,
            "status": status,
            "audienceType": audience_type,
            "audienceCondition": audience_condition,
            "segmentId": segment_id,
            "segment": segment,
            "templateId": template_id,
            "scheduledFor": scheduled_for,
            "totalRecipients": total_recipients,
            "sentCount": sent_count,
            "deliveredCount": delivered_count,
            "openedCount": opened_count,
            "clickedCount": clicked_count,
            "bouncedCount": bounced_count,
            "complainedCount": complained_count,
            "unsubscribedCount": unsubscribed_count,
            "projectId": project_id,
            "sentAt": sent_at,
            "createdAt": created_at,
            "updatedAt": updated_at,
            "success": success,
            "data": data,
            "message": message,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.campaign import Campaign # noqa: PLC0415
        from ..models.condition import Condition # noqa: PLC0415
        from ..models.duplicate_campaign_response_201_segment_type_0 import DuplicateCampaignResponse201SegmentType0 # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))


        subject = d.pop("subject")

        body = d.pop("body")

        from_ = d.pop("from")

        def _parse_from_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        from_name = _parse_from_name(d.pop("fromName"))


        def _parse_reply_to(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reply_to = _parse_reply_to(d.pop("replyTo"))


        type_ = DuplicateCampaignResponse201Type(d.pop("type"))




        status = DuplicateCampaignResponse201Status(d.pop("status"))




        audience_type = DuplicateCampaignResponse201AudienceType(d.pop("audienceType"))




        def _parse_audience_condition(data: object) -> Condition | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                audience_condition_type_0 = Condition.from_dict(data)



                return audience_condition_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Condition | None, data)

        audience_condition = _parse_audience_condition(d.pop("audienceCondition"))


        def _parse_segment_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                segment_id_type_0 = UUID(data)



                return segment_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        segment_id = _parse_segment_id(d.pop("segmentId"))


        def _parse_segment(data: object) -> DuplicateCampaignResponse201SegmentType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                segment_type_0 = DuplicateCampaignResponse201SegmentType0.from_dict(data)



                return segment_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DuplicateCampaignResponse201SegmentType0 | None, data)

        segment = _parse_segment(d.pop("segment"))


        def _parse_template_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                template_id_type_0 = UUID(data)



                return template_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        template_id = _parse_template_id(d.pop("templateId"))


        def _parse_scheduled_for(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                scheduled_for_type_0 = datetime.datetime.fromisoformat(data)



                return scheduled_for_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        scheduled_for = _parse_scheduled_for(d.pop("scheduledFor"))


        total_recipients = d.pop("totalRecipients")

        sent_count = d.pop("sentCount")

        delivered_count = d.pop("deliveredCount")

        opened_count = d.pop("openedCount")

        clicked_count = d.pop("clickedCount")

        bounced_count = d.pop("bouncedCount")

        complained_count = d.pop("complainedCount")

        unsubscribed_count = d.pop("unsubscribedCount")

        project_id = UUID(d.pop("projectId"))




        def _parse_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_at_type_0 = datetime.datetime.fromisoformat(data)



                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sentAt"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        success = d.pop("success")

        data = Campaign.from_dict(d.pop("data"))




        message = d.pop("message")

        duplicate_campaign_response_201 = cls(
            id=id,
            name=name,
            description=description,
            subject=subject,
            body=body,
            from_=from_,
            from_name=from_name,
            reply_to=reply_to,
            type_=type_,
            status=status,
            audience_type=audience_type,
            audience_condition=audience_condition,
            segment_id=segment_id,
            segment=segment,
            template_id=template_id,
            scheduled_for=scheduled_for,
            total_recipients=total_recipients,
            sent_count=sent_count,
            delivered_count=delivered_count,
            opened_count=opened_count,
            clicked_count=clicked_count,
            bounced_count=bounced_count,
            complained_count=complained_count,
            unsubscribed_count=unsubscribed_count,
            project_id=project_id,
            sent_at=sent_at,
            created_at=created_at,
            updated_at=updated_at,
            success=success,
            data=data,
            message=message,
        )


        duplicate_campaign_response_201.additional_properties = d
        return duplicate_campaign_response_201

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
