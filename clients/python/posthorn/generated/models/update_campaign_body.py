from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.update_campaign_body_audience_type import UpdateCampaignBodyAudienceType
from ..models.update_campaign_body_type_type_0 import UpdateCampaignBodyTypeType0
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.condition import Condition





T = TypeVar("T", bound="UpdateCampaignBody")



@_attrs_define
class UpdateCampaignBody:
    """ 
        Attributes:
            name (str | Unset):
            subject (str | Unset):
            body (str | Unset):
            from_ (str | Unset):
            audience_type (UpdateCampaignBodyAudienceType | Unset):
            description (None | str | Unset):
            from_name (None | str | Unset):
            reply_to (None | str | Unset):
            type_ (None | Unset | UpdateCampaignBodyTypeType0):
            audience_condition (Condition | None | Unset): Needed with `audienceType` FILTERED
            segment_id (None | Unset | UUID): Needed with `audienceType` SEGMENT
            template_id (None | Unset | UUID):
     """

    name: str | Unset = UNSET
    subject: str | Unset = UNSET
    body: str | Unset = UNSET
    from_: str | Unset = UNSET
    audience_type: UpdateCampaignBodyAudienceType | Unset = UNSET
    description: None | str | Unset = UNSET
    from_name: None | str | Unset = UNSET
    reply_to: None | str | Unset = UNSET
    type_: None | Unset | UpdateCampaignBodyTypeType0 = UNSET
    audience_condition: Condition | None | Unset = UNSET
    segment_id: None | Unset | UUID = UNSET
    template_id: None | Unset | UUID = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition import Condition # noqa: PLC0415
        name = self.name

        subject = self.subject

        body = self.body

        from_ = self.from_

        audience_type: str | Unset = UNSET
        if not isinstance(self.audience_type, Unset):
            audience_type = self.audience_type.value


        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        from_name: None | str | Unset
        if isinstance(self.from_name, Unset):
            from_name = UNSET
        else:
            from_name = self.from_name

        reply_to: None | str | Unset
        if isinstance(self.reply_to, Unset):
            reply_to = UNSET
        else:
            reply_to = self.reply_to

        type_: None | str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        elif isinstance(self.type_, UpdateCampaignBodyTypeType0):
            type_ = self.type_.value
        else:
            type_ = self.type_

        audience_condition: dict[str, Any] | None | Unset
        if isinstance(self.audience_condition, Unset):
            audience_condition = UNSET
        elif isinstance(self.audience_condition, Condition):
            audience_condition = self.audience_condition.to_dict()
        else:
            audience_condition = self.audience_condition

        segment_id: None | str | Unset
        if isinstance(self.segment_id, Unset):
            segment_id = UNSET
        elif isinstance(self.segment_id, UUID):
            segment_id = str(self.segment_id)
        else:
            segment_id = self.segment_id

        template_id: None | str | Unset
        if isinstance(self.template_id, Unset):
            template_id = UNSET
        elif isinstance(self.template_id, UUID):
            template_id = str(self.template_id)
        else:
            template_id = self.template_id


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if subject is not UNSET:
            field_dict["subject"] = subject
        if body is not UNSET:
            field_dict["body"] = body
        if from_ is not UNSET:
            field_dict["from"] = from_
        if audience_type is not UNSET:
            field_dict["audienceType"] = audience_type
        if description is not UNSET:
            field_dict["description"] = description
        if from_name is not UNSET:
            field_dict["fromName"] = from_name
        if reply_to is not UNSET:
            field_dict["replyTo"] = reply_to
        if type_ is not UNSET:
            field_dict["type"] = type_
        if audience_condition is not UNSET:
            field_dict["audienceCondition"] = audience_condition
        if segment_id is not UNSET:
            field_dict["segmentId"] = segment_id
        if template_id is not UNSET:
            field_dict["templateId"] = template_id

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition import Condition # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        subject = d.pop("subject", UNSET)

        body = d.pop("body", UNSET)

        from_ = d.pop("from", UNSET)

        _audience_type = d.pop("audienceType", UNSET)
        audience_type: UpdateCampaignBodyAudienceType | Unset
        if isinstance(_audience_type,  Unset):
            audience_type = UNSET
        else:
            audience_type = UpdateCampaignBodyAudienceType(_audience_type)




        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))


        def _parse_from_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        from_name = _parse_from_name(d.pop("fromName", UNSET))


        def _parse_reply_to(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        reply_to = _parse_reply_to(d.pop("replyTo", UNSET))


        def _parse_type_(data: object) -> None | Unset | UpdateCampaignBodyTypeType0:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_0 = UpdateCampaignBodyTypeType0(data)



                return type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UpdateCampaignBodyTypeType0, data)

        type_ = _parse_type_(d.pop("type", UNSET))


        def _parse_audience_condition(data: object) -> Condition | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                audience_condition_type_0 = Condition.from_dict(data)



                return audience_condition_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Condition | None | Unset, data)

        audience_condition = _parse_audience_condition(d.pop("audienceCondition", UNSET))


        def _parse_segment_id(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                segment_id_type_0 = UUID(data)



                return segment_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        segment_id = _parse_segment_id(d.pop("segmentId", UNSET))


        def _parse_template_id(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                template_id_type_0 = UUID(data)



                return template_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        template_id = _parse_template_id(d.pop("templateId", UNSET))


        update_campaign_body = cls(
            name=name,
            subject=subject,
            body=body,
            from_=from_,
            audience_type=audience_type,
            description=description,
            from_name=from_name,
            reply_to=reply_to,
            type_=type_,
            audience_condition=audience_condition,
            segment_id=segment_id,
            template_id=template_id,
        )


        update_campaign_body.additional_properties = d
        return update_campaign_body

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
