from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.email_source_type import EmailSourceType
from ..models.email_status import EmailStatus
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID
import datetime

if TYPE_CHECKING:
  from ..models.email_attachments_item import EmailAttachmentsItem
  from ..models.email_headers import EmailHeaders





T = TypeVar("T", bound="Email")



@_attrs_define
class Email:
    """ 
        Attributes:
            id (UUID):
            project_id (UUID):
            contact_id (None | UUID): null: a test mail of a campaign
            to (str):
            to_name (None | str):
            subject (str):
            from_ (str):
            from_name (None | str):
            reply_to (None | str):
            headers (EmailHeaders):
            attachments (list[EmailAttachmentsItem]):
            message_id (str):
            source_type (EmailSourceType):
            template_id (None | UUID):
            campaign_id (None | UUID):
            workflow_execution_id (None | UUID):
            workflow_step_execution_id (None | UUID):
            status (EmailStatus):
            sent_at (datetime.datetime | None):
            delivered_at (datetime.datetime | None):
            opened_at (datetime.datetime | None):
            clicked_at (datetime.datetime | None):
            bounced_at (datetime.datetime | None):
            complained_at (datetime.datetime | None):
            opens (int):
            clicks (int):
            human_opens (int): Those by people, as far as can be told
            human_clicks (int):
            error (None | str):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            body (str | Unset): Left out in lists
     """

    id: UUID
    project_id: UUID
    contact_id: None | UUID
    to: str
    to_name: None | str
    subject: str
    from_: str
    from_name: None | str
    reply_to: None | str
    headers: EmailHeaders
    attachments: list[EmailAttachmentsItem]
    message_id: str
    source_type: EmailSourceType
    template_id: None | UUID
    campaign_id: None | UUID
    workflow_execution_id: None | UUID
    workflow_step_execution_id: None | UUID
    status: EmailStatus
    sent_at: datetime.datetime | None
    delivered_at: datetime.datetime | None
    opened_at: datetime.datetime | None
    clicked_at: datetime.datetime | None
    bounced_at: datetime.datetime | None
    complained_at: datetime.datetime | None
    opens: int
    clicks: int
    human_opens: int
    human_clicks: int
    error: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    body: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.email_attachments_item import EmailAttachmentsItem # noqa: PLC0415
        from ..models.email_headers import EmailHeaders # noqa: PLC0415
        id = str(self.id)

        project_id = str(self.project_id)

        contact_id: None | str
        if isinstance(self.contact_id, UUID):
            contact_id = str(self.contact_id)
        else:
            contact_id = self.contact_id

        to = self.to

        to_name: None | str
        to_name = self.to_name

        subject = self.subject

        from_ = self.from_

        from_name: None | str
        from_name = self.from_name

        reply_to: None | str
        reply_to = self.reply_to

        headers = self.headers.to_dict()

        attachments = []
        for attachments_item_data in self.attachments:
            attachments_item = attachments_item_data.to_dict()
            attachments.append(attachments_item)



        message_id = self.message_id

        source_type = self.source_type.value

        template_id: None | str
        if isinstance(self.template_id, UUID):
            template_id = str(self.template_id)
        else:
            template_id = self.template_id

        campaign_id: None | str
        if isinstance(self.campaign_id, UUID):
            campaign_id = str(self.campaign_id)
        else:
            campaign_id = self.campaign_id

        workflow_execution_id: None | str
        if isinstance(self.workflow_execution_id, UUID):
            workflow_execution_id = str(self.workflow_execution_id)
        else:
            workflow_execution_id = self.workflow_execution_id

        workflow_step_execution_id: None | str
        if isinstance(self.workflow_step_execution_id, UUID):
            workflow_step_execution_id = str(self.workflow_step_execution_id)
        else:
            workflow_step_execution_id = self.workflow_step_execution_id

        status = self.status.value

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        delivered_at: None | str
        if isinstance(self.delivered_at, datetime.datetime):
            delivered_at = self.delivered_at.isoformat()
        else:
            delivered_at = self.delivered_at

        opened_at: None | str
        if isinstance(self.opened_at, datetime.datetime):
            opened_at = self.opened_at.isoformat()
        else:
            opened_at = self.opened_at

        clicked_at: None | str
        if isinstance(self.clicked_at, datetime.datetime):
            clicked_at = self.clicked_at.isoformat()
        else:
            clicked_at = self.clicked_at

        bounced_at: None | str
        if isinstance(self.bounced_at, datetime.datetime):
            bounced_at = self.bounced_at.isoformat()
        else:
            bounced_at = self.bounced_at

        complained_at: None | str
        if isinstance(self.complained_at, datetime.datetime):
            complained_at = self.complained_at.isoformat()
        else:
            complained_at = self.complained_at

        opens = self.opens

        clicks = self.clicks

        human_opens = self.human_opens

        human_clicks = self.human_clicks

        error: None | str
        error = self.error

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        body = self.body


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "projectId": project_id,
            "contactId": contact_id,
            "to": to,
            "toName": to_name,
            "subject": subject,
            "from": from_,
            "fromName": from_name,
            "replyTo": reply_to,
            "headers": headers,
            "attachments": attachments,
            "messageId": message_id,
            "sourceType": source_type,
            "templateId": template_id,
            "campaignId": campaign_id,
            "workflowExecutionId": workflow_execution_id,
            "workflowStepExecutionId": workflow_step_execution_id,
            "status": status,
            "sentAt": sent_at,
            "deliveredAt": delivered_at,
            "openedAt": opened_at,
            "clickedAt": clicked_at,
            "bouncedAt": bounced_at,
            "complainedAt": complained_at,
            "opens": opens,
            "clicks": clicks,
            "humanOpens": human_opens,
            "humanClicks": human_clicks,
            "error": error,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })
        if body is not UNSET:
            field_dict["body"] = body

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.email_attachments_item import EmailAttachmentsItem # noqa: PLC0415
        from ..models.email_headers import EmailHeaders # noqa: PLC0415
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        project_id = UUID(d.pop("projectId"))




        def _parse_contact_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                contact_id_type_0 = UUID(data)



                return contact_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        contact_id = _parse_contact_id(d.pop("contactId"))


        to = d.pop("to")

        def _parse_to_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        to_name = _parse_to_name(d.pop("toName"))


        subject = d.pop("subject")

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


        headers = EmailHeaders.from_dict(d.pop("headers"))




        attachments = []
        _attachments = d.pop("attachments")
        for attachments_item_data in (_attachments):
            attachments_item = EmailAttachmentsItem.from_dict(attachments_item_data)



            attachments.append(attachments_item)


        message_id = d.pop("messageId")

        source_type = EmailSourceType(d.pop("sourceType"))




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


        def _parse_campaign_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                campaign_id_type_0 = UUID(data)



                return campaign_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        campaign_id = _parse_campaign_id(d.pop("campaignId"))


        def _parse_workflow_execution_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                workflow_execution_id_type_0 = UUID(data)



                return workflow_execution_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        workflow_execution_id = _parse_workflow_execution_id(d.pop("workflowExecutionId"))


        def _parse_workflow_step_execution_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                workflow_step_execution_id_type_0 = UUID(data)



                return workflow_step_execution_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        workflow_step_execution_id = _parse_workflow_step_execution_id(d.pop("workflowStepExecutionId"))


        status = EmailStatus(d.pop("status"))




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


        def _parse_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivered_at_type_0 = datetime.datetime.fromisoformat(data)



                return delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        delivered_at = _parse_delivered_at(d.pop("deliveredAt"))


        def _parse_opened_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                opened_at_type_0 = datetime.datetime.fromisoformat(data)



                return opened_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        opened_at = _parse_opened_at(d.pop("openedAt"))


        def _parse_clicked_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                clicked_at_type_0 = datetime.datetime.fromisoformat(data)



                return clicked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        clicked_at = _parse_clicked_at(d.pop("clickedAt"))


        def _parse_bounced_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                bounced_at_type_0 = datetime.datetime.fromisoformat(data)



                return bounced_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        bounced_at = _parse_bounced_at(d.pop("bouncedAt"))


        def _parse_complained_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                complained_at_type_0 = datetime.datetime.fromisoformat(data)



                return complained_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        complained_at = _parse_complained_at(d.pop("complainedAt"))


        opens = d.pop("opens")

        clicks = d.pop("clicks")

        human_opens = d.pop("humanOpens")

        human_clicks = d.pop("humanClicks")

        def _parse_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error = _parse_error(d.pop("error"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        body = d.pop("body", UNSET)

        email = cls(
            id=id,
            project_id=project_id,
            contact_id=contact_id,
            to=to,
            to_name=to_name,
            subject=subject,
            from_=from_,
            from_name=from_name,
            reply_to=reply_to,
            headers=headers,
            attachments=attachments,
            message_id=message_id,
            source_type=source_type,
            template_id=template_id,
            campaign_id=campaign_id,
            workflow_execution_id=workflow_execution_id,
            workflow_step_execution_id=workflow_step_execution_id,
            status=status,
            sent_at=sent_at,
            delivered_at=delivered_at,
            opened_at=opened_at,
            clicked_at=clicked_at,
            bounced_at=bounced_at,
            complained_at=complained_at,
            opens=opens,
            clicks=clicks,
            human_opens=human_opens,
            human_clicks=human_clicks,
            error=error,
            created_at=created_at,
            updated_at=updated_at,
            body=body,
        )


        email.additional_properties = d
        return email

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
