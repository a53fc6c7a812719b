""" Contains all the data models used in inputs/outputs """

from .activity import Activity
from .activity_metadata import ActivityMetadata
from .activity_page import ActivityPage
from .activity_stats import ActivityStats
from .activity_type import ActivityType
from .add_member_body import AddMemberBody
from .add_member_body_role import AddMemberBodyRole
from .add_member_response_200 import AddMemberResponse200
from .add_segment_members_body import AddSegmentMembersBody
from .add_segment_members_response_200 import AddSegmentMembersResponse200
from .attachment import Attachment
from .attachment_disposition import AttachmentDisposition
from .audit_entry import AuditEntry
from .audit_entry_actor import AuditEntryActor
from .audit_entry_actor_type import AuditEntryActorType
from .billing_consumption import BillingConsumption
from .billing_consumption_period import BillingConsumptionPeriod
from .billing_consumption_upcoming_invoice_type_0 import BillingConsumptionUpcomingInvoiceType0
from .billing_consumption_usage import BillingConsumptionUsage
from .billing_consumption_usage_records_item import BillingConsumptionUsageRecordsItem
from .billing_limit import BillingLimit
from .billing_limits import BillingLimits
from .bulk_delete_contacts_body import BulkDeleteContactsBody
from .bulk_delete_contacts_body_filter import BulkDeleteContactsBodyFilter
from .bulk_delete_contacts_body_mode import BulkDeleteContactsBodyMode
from .bulk_delete_contacts_response_202 import BulkDeleteContactsResponse202
from .bulk_job import BulkJob
from .bulk_job_data import BulkJobData
from .bulk_job_result_type_0 import BulkJobResultType0
from .bulk_job_result_type_0_errors_item import BulkJobResultType0ErrorsItem
from .bulk_job_result_type_0_operation import BulkJobResultType0Operation
from .bulk_job_state import BulkJobState
from .bulk_job_status import BulkJobStatus
from .bulk_subscribe_contacts_body import BulkSubscribeContactsBody
from .bulk_subscribe_contacts_body_filter import BulkSubscribeContactsBodyFilter
from .bulk_subscribe_contacts_body_mode import BulkSubscribeContactsBodyMode
from .bulk_subscribe_contacts_response_202 import BulkSubscribeContactsResponse202
from .bulk_unsubscribe_contacts_body import BulkUnsubscribeContactsBody
from .bulk_unsubscribe_contacts_body_filter import BulkUnsubscribeContactsBodyFilter
from .bulk_unsubscribe_contacts_body_mode import BulkUnsubscribeContactsBodyMode
from .bulk_unsubscribe_contacts_response_202 import BulkUnsubscribeContactsResponse202
from .campaign import Campaign
from .campaign_audience_type import CampaignAudienceType
from .campaign_link import CampaignLink
from .campaign_progress import CampaignProgress
from .campaign_progress_status import CampaignProgressStatus
from .campaign_segment_type_0 import CampaignSegmentType0
from .campaign_statistics import CampaignStatistics
from .campaign_stats import CampaignStats
from .campaign_status import CampaignStatus
from .campaign_type import CampaignType
from .cancel_campaign_response_200 import CancelCampaignResponse200
from .cancel_campaign_response_200_audience_type import CancelCampaignResponse200AudienceType
from .cancel_campaign_response_200_segment_type_0 import CancelCampaignResponse200SegmentType0
from .cancel_campaign_response_200_status import CancelCampaignResponse200Status
from .cancel_campaign_response_200_type import CancelCampaignResponse200Type
from .cancel_workflow_executions_response_200 import CancelWorkflowExecutionsResponse200
from .compute_segment_response_200 import ComputeSegmentResponse200
from .condition import Condition
from .condition_filter import ConditionFilter
from .condition_filter_by import ConditionFilterBy
from .condition_filter_operator import ConditionFilterOperator
from .condition_filter_unit import ConditionFilterUnit
from .condition_group import ConditionGroup
from .condition_logic import ConditionLogic
from .contact import Contact
from .contact_data_type_0 import ContactDataType0
from .contact_field import ContactField
from .contact_field_type import ContactFieldType
from .contact_ref import ContactRef
from .count_events_response_200_item import CountEventsResponse200Item
from .count_recent_activity_response_200 import CountRecentActivityResponse200
from .course_point import CoursePoint
from .create_billing_portal_response_200 import CreateBillingPortalResponse200
from .create_campaign_body import CreateCampaignBody
from .create_campaign_body_audience_type import CreateCampaignBodyAudienceType
from .create_campaign_body_type_type_0 import CreateCampaignBodyTypeType0
from .create_campaign_response_201 import CreateCampaignResponse201
from .create_checkout_currency import CreateCheckoutCurrency
from .create_checkout_response_200 import CreateCheckoutResponse200
from .create_domain_body import CreateDomainBody
from .create_key_body import CreateKeyBody
from .create_key_body_scope import CreateKeyBodyScope
from .create_project_body import CreateProjectBody
from .create_segment_body import CreateSegmentBody
from .create_segment_body_type import CreateSegmentBodyType
from .create_template_body import CreateTemplateBody
from .create_template_body_type import CreateTemplateBodyType
from .create_workflow_body import CreateWorkflowBody
from .create_workflow_step_body import CreateWorkflowStepBody
from .create_workflow_step_body_config import CreateWorkflowStepBodyConfig
from .create_workflow_step_body_position import CreateWorkflowStepBodyPosition
from .create_workflow_step_body_type import CreateWorkflowStepBodyType
from .create_workflow_transition_body import CreateWorkflowTransitionBody
from .create_workflow_transition_body_condition_type_0 import CreateWorkflowTransitionBodyConditionType0
from .create_workflow_transition_body_wait_outcome_type_0 import CreateWorkflowTransitionBodyWaitOutcomeType0
from .day_point import DayPoint
from .decide_unknown_recipients_body import DecideUnknownRecipientsBody
from .decide_unknown_recipients_body_decision import DecideUnknownRecipientsBodyDecision
from .decide_unknown_recipients_response_200 import DecideUnknownRecipientsResponse200
from .delete_campaign_response_200 import DeleteCampaignResponse200
from .delete_contact_field_response_200 import DeleteContactFieldResponse200
from .delete_domain_response_200 import DeleteDomainResponse200
from .delete_events_response_200 import DeleteEventsResponse200
from .delete_project_response_200 import DeleteProjectResponse200
from .domain import Domain
from .domain_figures import DomainFigures
from .domain_figures_bounced import DomainFiguresBounced
from .domain_records_item import DomainRecordsItem
from .domain_records_item_type import DomainRecordsItemType
from .duplicate_campaign_response_201 import DuplicateCampaignResponse201
from .duplicate_campaign_response_201_audience_type import DuplicateCampaignResponse201AudienceType
from .duplicate_campaign_response_201_segment_type_0 import DuplicateCampaignResponse201SegmentType0
from .duplicate_campaign_response_201_status import DuplicateCampaignResponse201Status
from .duplicate_campaign_response_201_type import DuplicateCampaignResponse201Type
from .email import Email
from .email_attachments_item import EmailAttachmentsItem
from .email_attachments_item_disposition import EmailAttachmentsItemDisposition
from .email_headers import EmailHeaders
from .email_source_type import EmailSourceType
from .email_status import EmailStatus
from .end_other_sessions_response_200 import EndOtherSessionsResponse200
from .error import Error
from .error_error import ErrorError
from .error_error_code import ErrorErrorCode
from .error_error_details import ErrorErrorDetails
from .event import Event
from .event_data_type_0 import EventDataType0
from .event_usage import EventUsage
from .event_usage_used_in_segments_item import EventUsageUsedInSegmentsItem
from .event_usage_used_in_workflows_item import EventUsageUsedInWorkflowsItem
from .export_contacts_raw import ExportContactsRaw
from .export_contacts_subscribed import ExportContactsSubscribed
from .field_error import FieldError
from .get_campaign_timeline_format import GetCampaignTimelineFormat
from .get_campaign_timeline_interval import GetCampaignTimelineInterval
from .get_contact_field_usage_response_200 import GetContactFieldUsageResponse200
from .get_contact_field_usage_response_200_used_in_campaigns_item import GetContactFieldUsageResponse200UsedInCampaignsItem
from .get_contact_field_usage_response_200_used_in_segments_item import GetContactFieldUsageResponse200UsedInSegmentsItem
from .get_contact_field_usage_response_200_used_in_workflows_item import GetContactFieldUsageResponse200UsedInWorkflowsItem
from .get_login_providers_response_200 import GetLoginProvidersResponse200
from .get_login_providers_response_200_data import GetLoginProvidersResponse200Data
from .get_open_api_response_200 import GetOpenApiResponse200
from .get_project_response_200 import GetProjectResponse200
from .get_project_security_wrapped_response_200 import GetProjectSecurityWrappedResponse200
from .get_setup_state_response_200 import GetSetupStateResponse200
from .get_workflow_stats_response_200 import GetWorkflowStatsResponse200
from .get_workflow_stats_response_200_steps_item import GetWorkflowStatsResponse200StepsItem
from .get_workflow_stats_response_200_steps_item_branches import GetWorkflowStatsResponse200StepsItemBranches
from .get_workflow_stats_response_200_steps_item_emails import GetWorkflowStatsResponse200StepsItemEmails
from .health import Health
from .health_environment import HealthEnvironment
from .health_memory_usage import HealthMemoryUsage
from .import_contacts_body import ImportContactsBody
from .import_contacts_response_202 import ImportContactsResponse202
from .import_job import ImportJob
from .import_job_data import ImportJobData
from .import_job_errors_item import ImportJobErrorsItem
from .import_job_errors_item_reason import ImportJobErrorsItemReason
from .import_job_result_type_0 import ImportJobResultType0
from .import_job_result_type_0_errors_item import ImportJobResultType0ErrorsItem
from .import_job_result_type_0_errors_item_reason import ImportJobResultType0ErrorsItemReason
from .import_job_state import ImportJobState
from .import_job_status import ImportJobStatus
from .inbox_item import InboxItem
from .inbox_mail import InboxMail
from .inbox_mail_attachments_item import InboxMailAttachmentsItem
from .inbox_mail_attachments_item_disposition import InboxMailAttachmentsItemDisposition
from .inbox_mail_headers import InboxMailHeaders
from .invoice import Invoice
from .invoices import Invoices
from .list_activity_types_response_200 import ListActivityTypesResponse200
from .list_activity_types_response_200_types_item import ListActivityTypesResponse200TypesItem
from .list_audit_response_200 import ListAuditResponse200
from .list_audit_wrapped_response_200 import ListAuditWrappedResponse200
from .list_audit_wrapped_response_200_data import ListAuditWrappedResponse200Data
from .list_campaign_links_format import ListCampaignLinksFormat
from .list_campaign_recipients_response_200 import ListCampaignRecipientsResponse200
from .list_campaign_recipients_status import ListCampaignRecipientsStatus
from .list_campaigns_dir import ListCampaignsDir
from .list_campaigns_response_200 import ListCampaignsResponse200
from .list_campaigns_sort import ListCampaignsSort
from .list_campaigns_status import ListCampaignsStatus
from .list_contact_events_response_200 import ListContactEventsResponse200
from .list_contact_field_values_response_200 import ListContactFieldValuesResponse200
from .list_contact_fields_response_200 import ListContactFieldsResponse200
from .list_contacts_dir import ListContactsDir
from .list_contacts_response_200 import ListContactsResponse200
from .list_contacts_sort import ListContactsSort
from .list_contacts_subscribed import ListContactsSubscribed
from .list_emails_response_200 import ListEmailsResponse200
from .list_emails_source_type import ListEmailsSourceType
from .list_emails_status import ListEmailsStatus
from .list_event_names_response_200 import ListEventNamesResponse200
from .list_events_response_200 import ListEventsResponse200
from .list_inbox_response_200 import ListInboxResponse200
from .list_members_response_200 import ListMembersResponse200
from .list_projects_wrapped_response_200 import ListProjectsWrappedResponse200
from .list_segment_contacts_response_200 import ListSegmentContactsResponse200
from .list_templates_dir import ListTemplatesDir
from .list_templates_response_200 import ListTemplatesResponse200
from .list_templates_sort import ListTemplatesSort
from .list_templates_type import ListTemplatesType
from .list_upcoming_activity_response_200 import ListUpcomingActivityResponse200
from .list_workflow_executions_response_200 import ListWorkflowExecutionsResponse200
from .list_workflow_fields_response_200 import ListWorkflowFieldsResponse200
from .list_workflow_fields_response_200_typed_fields_item import ListWorkflowFieldsResponse200TypedFieldsItem
from .list_workflow_fields_response_200_typed_fields_item_category import ListWorkflowFieldsResponse200TypedFieldsItemCategory
from .list_workflows_dir import ListWorkflowsDir
from .list_workflows_response_200 import ListWorkflowsResponse200
from .list_workflows_response_200_data_item import ListWorkflowsResponse200DataItem
from .list_workflows_response_200_data_item_count import ListWorkflowsResponse200DataItemCount
from .list_workflows_response_200_data_item_trigger_config_type_0 import ListWorkflowsResponse200DataItemTriggerConfigType0
from .list_workflows_response_200_data_item_trigger_type import ListWorkflowsResponse200DataItemTriggerType
from .list_workflows_sort import ListWorkflowsSort
from .list_workflows_status import ListWorkflowsStatus
from .log_in_body import LogInBody
from .log_in_response_200_type_0 import LogInResponse200Type0
from .log_in_response_200_type_1 import LogInResponse200Type1
from .log_in_response_200_type_2 import LogInResponse200Type2
from .lookup_contacts_body import LookupContactsBody
from .lookup_contacts_response_200 import LookupContactsResponse200
from .member import Member
from .member_change import MemberChange
from .member_change_role import MemberChangeRole
from .member_role import MemberRole
from .named_address import NamedAddress
from .named_sender import NamedSender
from .notice import Notice
from .notice_type import NoticeType
from .preview_segment_body import PreviewSegmentBody
from .preview_segment_response_200 import PreviewSegmentResponse200
from .project import Project
from .project_disabled_reason_type_0 import ProjectDisabledReasonType0
from .project_key import ProjectKey
from .project_key_scope import ProjectKeyScope
from .project_keys import ProjectKeys
from .project_reset import ProjectReset
from .project_reset_state import ProjectResetState
from .project_tracking import ProjectTracking
from .public_contact import PublicContact
from .recipient import Recipient
from .recipient_status import RecipientStatus
from .record_event_response_200 import RecordEventResponse200
from .recorded_event import RecordedEvent
from .recorded_event_data import RecordedEventData
from .refresh_segment_response_200 import RefreshSegmentResponse200
from .remove_member_response_200 import RemoveMemberResponse200
from .remove_member_response_200_data import RemoveMemberResponse200Data
from .remove_segment_members_body import RemoveSegmentMembersBody
from .remove_segment_members_response_200 import RemoveSegmentMembersResponse200
from .rename_key_body import RenameKeyBody
from .request_password_reset_body import RequestPasswordResetBody
from .request_password_reset_response_200 import RequestPasswordResetResponse200
from .request_password_reset_response_200_data import RequestPasswordResetResponse200Data
from .request_verification_response_200 import RequestVerificationResponse200
from .request_verification_response_200_data import RequestVerificationResponse200Data
from .reset_password_body import ResetPasswordBody
from .reset_password_response_200 import ResetPasswordResponse200
from .reset_password_response_200_data import ResetPasswordResponse200Data
from .reset_project_response_200 import ResetProjectResponse200
from .retention import Retention
from .security import Security
from .security_levels import SecurityLevels
from .security_levels_bounce_7_day import SecurityLevelsBounce7Day
from .security_levels_bounce_all_time import SecurityLevelsBounceAllTime
from .security_levels_complaint_7_day import SecurityLevelsComplaint7Day
from .security_levels_complaint_all_time import SecurityLevelsComplaintAllTime
from .security_status import SecurityStatus
from .security_status_all_time import SecurityStatusAllTime
from .security_status_seven_day import SecurityStatusSevenDay
from .security_status_twenty_four_hour import SecurityStatusTwentyFourHour
from .segment import Segment
from .segment_type import SegmentType
from .send_campaign_body_type_0 import SendCampaignBodyType0
from .send_campaign_response_200 import SendCampaignResponse200
from .send_campaign_test_body import SendCampaignTestBody
from .send_campaign_test_response_200 import SendCampaignTestResponse200
from .send_content import SendContent
from .send_content_data import SendContentData
from .send_content_headers import SendContentHeaders
from .send_email_response_200 import SendEmailResponse200
from .send_result import SendResult
from .send_result_emails_item import SendResultEmailsItem
from .send_template import SendTemplate
from .send_template_data import SendTemplateData
from .send_template_headers import SendTemplateHeaders
from .session import Session
from .set_billing_limits_body import SetBillingLimitsBody
from .set_campaign_rate_body import SetCampaignRateBody
from .settings import Settings
from .settings_aws import SettingsAws
from .settings_features import SettingsFeatures
from .settings_features_auth_providers import SettingsFeaturesAuthProviders
from .settings_features_billing import SettingsFeaturesBilling
from .settings_features_email import SettingsFeaturesEmail
from .settings_features_signup import SettingsFeaturesSignup
from .settings_features_smtp import SettingsFeaturesSmtp
from .settings_features_smtp_ports_type_0 import SettingsFeaturesSmtpPortsType0
from .settings_features_sponsor import SettingsFeaturesSponsor
from .settings_features_storage import SettingsFeaturesStorage
from .settings_mail import SettingsMail
from .settings_mail_provider import SettingsMailProvider
from .settings_urls import SettingsUrls
from .setup_state import SetupState
from .short_error import ShortError
from .sign_up_body import SignUpBody
from .sign_up_response_200_type_0 import SignUpResponse200Type0
from .sign_up_response_200_type_1 import SignUpResponse200Type1
from .simulate_workflow_body import SimulateWorkflowBody
from .simulate_workflow_body_event_type_0 import SimulateWorkflowBodyEventType0
from .simulate_workflow_body_outcomes_type_0 import SimulateWorkflowBodyOutcomesType0
from .simulate_workflow_body_outcomes_type_0_additional_property import SimulateWorkflowBodyOutcomesType0AdditionalProperty
from .simulate_workflow_response_200 import SimulateWorkflowResponse200
from .simulate_workflow_response_200_path_item import SimulateWorkflowResponse200PathItem
from .simulate_workflow_response_200_path_item_output_type_0 import SimulateWorkflowResponse200PathItemOutputType0
from .simulate_workflow_response_200_path_item_type import SimulateWorkflowResponse200PathItemType
from .start_workflow_execution_body import StartWorkflowExecutionBody
from .start_workflow_execution_body_context_type_0 import StartWorkflowExecutionBodyContextType0
from .subscription import Subscription
from .template import Template
from .template_type import TemplateType
from .template_usage import TemplateUsage
from .template_usage_campaigns_item import TemplateUsageCampaignsItem
from .template_usage_campaigns_item_status import TemplateUsageCampaignsItemStatus
from .template_usage_workflow_steps_item import TemplateUsageWorkflowStepsItem
from .top_campaign import TopCampaign
from .top_event import TopEvent
from .trace_email_response_200 import TraceEmailResponse200
from .track_event_response_200 import TrackEventResponse200
from .track_result import TrackResult
from .tracked_event import TrackedEvent
from .tracked_event_data import TrackedEventData
from .transition import Transition
from .transition_from_type_0 import TransitionFromType0
from .transition_to import TransitionTo
from .update_campaign_body import UpdateCampaignBody
from .update_campaign_body_audience_type import UpdateCampaignBodyAudienceType
from .update_campaign_body_type_type_0 import UpdateCampaignBodyTypeType0
from .update_contact_body import UpdateContactBody
from .update_contact_body_data_type_0 import UpdateContactBodyDataType0
from .update_member_body import UpdateMemberBody
from .update_member_body_role import UpdateMemberBodyRole
from .update_member_response_200 import UpdateMemberResponse200
from .update_project_body import UpdateProjectBody
from .update_project_body_tracking import UpdateProjectBodyTracking
from .update_segment_body import UpdateSegmentBody
from .update_segment_body_type import UpdateSegmentBodyType
from .update_template_body import UpdateTemplateBody
from .update_template_body_type import UpdateTemplateBodyType
from .update_workflow_body import UpdateWorkflowBody
from .update_workflow_body_trigger_config_type_0 import UpdateWorkflowBodyTriggerConfigType0
from .update_workflow_body_trigger_type import UpdateWorkflowBodyTriggerType
from .update_workflow_step_body import UpdateWorkflowStepBody
from .update_workflow_step_body_config import UpdateWorkflowStepBodyConfig
from .update_workflow_step_body_position import UpdateWorkflowStepBodyPosition
from .upload_image_body import UploadImageBody
from .uploaded_image import UploadedImage
from .uploaded_image_content_type import UploadedImageContentType
from .upsert_contact_body import UpsertContactBody
from .upsert_contact_body_data_type_0 import UpsertContactBodyDataType0
from .upserted_contact import UpsertedContact
from .upserted_contact_data_type_0 import UpsertedContactDataType0
from .upserted_contact_meta import UpsertedContactMeta
from .user import User
from .verification import Verification
from .verify_account_email_body import VerifyAccountEmailBody
from .verify_account_email_response_200 import VerifyAccountEmailResponse200
from .verify_account_email_response_200_data import VerifyAccountEmailResponse200Data
from .verify_domain_response_200 import VerifyDomainResponse200
from .verify_domain_response_200_records_item import VerifyDomainResponse200RecordsItem
from .verify_domain_response_200_records_item_type import VerifyDomainResponse200RecordsItemType
from .verify_domain_response_200_status import VerifyDomainResponse200Status
from .verify_email_body import VerifyEmailBody
from .verify_email_response_200 import VerifyEmailResponse200
from .verify_emails_body import VerifyEmailsBody
from .verify_emails_response_200 import VerifyEmailsResponse200
from .webhook_receipt import WebhookReceipt
from .webhook_secret import WebhookSecret
from .workflow import Workflow
from .workflow_execution import WorkflowExecution
from .workflow_execution_contact_type_0 import WorkflowExecutionContactType0
from .workflow_execution_context_type_0 import WorkflowExecutionContextType0
from .workflow_execution_current_step_type_0 import WorkflowExecutionCurrentStepType0
from .workflow_execution_current_step_type_0_type import WorkflowExecutionCurrentStepType0Type
from .workflow_execution_status import WorkflowExecutionStatus
from .workflow_execution_with_steps import WorkflowExecutionWithSteps
from .workflow_execution_with_steps_contact_type_0 import WorkflowExecutionWithStepsContactType0
from .workflow_execution_with_steps_context_type_0 import WorkflowExecutionWithStepsContextType0
from .workflow_execution_with_steps_current_step_type_0 import WorkflowExecutionWithStepsCurrentStepType0
from .workflow_execution_with_steps_current_step_type_0_type import WorkflowExecutionWithStepsCurrentStepType0Type
from .workflow_execution_with_steps_status import WorkflowExecutionWithStepsStatus
from .workflow_execution_with_steps_step_executions_item import WorkflowExecutionWithStepsStepExecutionsItem
from .workflow_execution_with_steps_step_executions_item_output_type_0 import WorkflowExecutionWithStepsStepExecutionsItemOutputType0
from .workflow_execution_with_steps_step_executions_item_status import WorkflowExecutionWithStepsStepExecutionsItemStatus
from .workflow_execution_with_steps_workflow import WorkflowExecutionWithStepsWorkflow
from .workflow_execution_with_steps_workflow_snapshot import WorkflowExecutionWithStepsWorkflowSnapshot
from .workflow_step import WorkflowStep
from .workflow_step_config import WorkflowStepConfig
from .workflow_step_position import WorkflowStepPosition
from .workflow_step_type import WorkflowStepType
from .workflow_transition import WorkflowTransition
from .workflow_transition_condition_type_0 import WorkflowTransitionConditionType0
from .workflow_transition_wait_outcome_type_0 import WorkflowTransitionWaitOutcomeType0
from .workflow_trigger_config_type_0 import WorkflowTriggerConfigType0
from .workflow_trigger_type import WorkflowTriggerType
from .workflow_with_steps import WorkflowWithSteps
from .workflow_with_steps_steps_item import WorkflowWithStepsStepsItem
from .workflow_with_steps_steps_item_config import WorkflowWithStepsStepsItemConfig
from .workflow_with_steps_steps_item_position import WorkflowWithStepsStepsItemPosition
from .workflow_with_steps_steps_item_template_type_0 import WorkflowWithStepsStepsItemTemplateType0
from .workflow_with_steps_steps_item_type import WorkflowWithStepsStepsItemType
from .workflow_with_steps_trigger_config_type_0 import WorkflowWithStepsTriggerConfigType0
from .workflow_with_steps_trigger_type import WorkflowWithStepsTriggerType

__all__ = (
    "Activity",
    "ActivityMetadata",
    "ActivityPage",
    "ActivityStats",
    "ActivityType",
    "AddMemberBody",
    "AddMemberBodyRole",
    "AddMemberResponse200",
    "AddSegmentMembersBody",
    "AddSegmentMembersResponse200",
    "Attachment",
    "AttachmentDisposition",
    "AuditEntry",
    "AuditEntryActor",
    "AuditEntryActorType",
    "BillingConsumption",
    "BillingConsumptionPeriod",
    "BillingConsumptionUpcomingInvoiceType0",
    "BillingConsumptionUsage",
    "BillingConsumptionUsageRecordsItem",
    "BillingLimit",
    "BillingLimits",
    "BulkDeleteContactsBody",
    "BulkDeleteContactsBodyFilter",
    "BulkDeleteContactsBodyMode",
    "BulkDeleteContactsResponse202",
    "BulkJob",
    "BulkJobData",
    "BulkJobResultType0",
    "BulkJobResultType0ErrorsItem",
    "BulkJobResultType0Operation",
    "BulkJobState",
    "BulkJobStatus",
    "BulkSubscribeContactsBody",
    "BulkSubscribeContactsBodyFilter",
    "BulkSubscribeContactsBodyMode",
    "BulkSubscribeContactsResponse202",
    "BulkUnsubscribeContactsBody",
    "BulkUnsubscribeContactsBodyFilter",
    "BulkUnsubscribeContactsBodyMode",
    "BulkUnsubscribeContactsResponse202",
    "Campaign",
    "CampaignAudienceType",
    "CampaignLink",
    "CampaignProgress",
    "CampaignProgressStatus",
    "CampaignSegmentType0",
    "CampaignStatistics",
    "CampaignStats",
    "CampaignStatus",
    "CampaignType",
    "CancelCampaignResponse200",
    "CancelCampaignResponse200AudienceType",
    "CancelCampaignResponse200SegmentType0",
    "CancelCampaignResponse200Status",
    "CancelCampaignResponse200Type",
    "CancelWorkflowExecutionsResponse200",
    "ComputeSegmentResponse200",
    "Condition",
    "ConditionFilter",
    "ConditionFilterBy",
    "ConditionFilterOperator",
    "ConditionFilterUnit",
    "ConditionGroup",
    "ConditionLogic",
    "Contact",
    "ContactDataType0",
    "ContactField",
    "ContactFieldType",
    "ContactRef",
    "CountEventsResponse200Item",
    "CountRecentActivityResponse200",
    "CoursePoint",
    "CreateBillingPortalResponse200",
    "CreateCampaignBody",
    "CreateCampaignBodyAudienceType",
    "CreateCampaignBodyTypeType0",
    "CreateCampaignResponse201",
    "CreateCheckoutCurrency",
    "CreateCheckoutResponse200",
    "CreateDomainBody",
    "CreateKeyBody",
    "CreateKeyBodyScope",
    "CreateProjectBody",
    "CreateSegmentBody",
    "CreateSegmentBodyType",
    "CreateTemplateBody",
    "CreateTemplateBodyType",
    "CreateWorkflowBody",
    "CreateWorkflowStepBody",
    "CreateWorkflowStepBodyConfig",
    "CreateWorkflowStepBodyPosition",
    "CreateWorkflowStepBodyType",
    "CreateWorkflowTransitionBody",
    "CreateWorkflowTransitionBodyConditionType0",
    "CreateWorkflowTransitionBodyWaitOutcomeType0",
    "DayPoint",
    "DecideUnknownRecipientsBody",
    "DecideUnknownRecipientsBodyDecision",
    "DecideUnknownRecipientsResponse200",
    "DeleteCampaignResponse200",
    "DeleteContactFieldResponse200",
    "DeleteDomainResponse200",
    "DeleteEventsResponse200",
    "DeleteProjectResponse200",
    "Domain",
    "DomainFigures",
    "DomainFiguresBounced",
    "DomainRecordsItem",
    "DomainRecordsItemType",
    "DuplicateCampaignResponse201",
    "DuplicateCampaignResponse201AudienceType",
    "DuplicateCampaignResponse201SegmentType0",
    "DuplicateCampaignResponse201Status",
    "DuplicateCampaignResponse201Type",
    "Email",
    "EmailAttachmentsItem",
    "EmailAttachmentsItemDisposition",
    "EmailHeaders",
    "EmailSourceType",
    "EmailStatus",
    "EndOtherSessionsResponse200",
    "Error",
    "ErrorError",
    "ErrorErrorCode",
    "ErrorErrorDetails",
    "Event",
    "EventDataType0",
    "EventUsage",
    "EventUsageUsedInSegmentsItem",
    "EventUsageUsedInWorkflowsItem",
    "ExportContactsRaw",
    "ExportContactsSubscribed",
    "FieldError",
    "GetCampaignTimelineFormat",
    "GetCampaignTimelineInterval",
    "GetContactFieldUsageResponse200",
    "GetContactFieldUsageResponse200UsedInCampaignsItem",
    "GetContactFieldUsageResponse200UsedInSegmentsItem",
    "GetContactFieldUsageResponse200UsedInWorkflowsItem",
    "GetLoginProvidersResponse200",
    "GetLoginProvidersResponse200Data",
    "GetOpenApiResponse200",
    "GetProjectResponse200",
    "GetProjectSecurityWrappedResponse200",
    "GetSetupStateResponse200",
    "GetWorkflowStatsResponse200",
    "GetWorkflowStatsResponse200StepsItem",
    "GetWorkflowStatsResponse200StepsItemBranches",
    "GetWorkflowStatsResponse200StepsItemEmails",
    "Health",
    "HealthEnvironment",
    "HealthMemoryUsage",
    "ImportContactsBody",
    "ImportContactsResponse202",
    "ImportJob",
    "ImportJobData",
    "ImportJobErrorsItem",
    "ImportJobErrorsItemReason",
    "ImportJobResultType0",
    "ImportJobResultType0ErrorsItem",
    "ImportJobResultType0ErrorsItemReason",
    "ImportJobState",
    "ImportJobStatus",
    "InboxItem",
    "InboxMail",
    "InboxMailAttachmentsItem",
    "InboxMailAttachmentsItemDisposition",
    "InboxMailHeaders",
    "Invoice",
    "Invoices",
    "ListActivityTypesResponse200",
    "ListActivityTypesResponse200TypesItem",
    "ListAuditResponse200",
    "ListAuditWrappedResponse200",
    "ListAuditWrappedResponse200Data",
    "ListCampaignLinksFormat",
    "ListCampaignRecipientsResponse200",
    "ListCampaignRecipientsStatus",
    "ListCampaignsDir",
    "ListCampaignsResponse200",
    "ListCampaignsSort",
    "ListCampaignsStatus",
    "ListContactEventsResponse200",
    "ListContactFieldsResponse200",
    "ListContactFieldValuesResponse200",
    "ListContactsDir",
    "ListContactsResponse200",
    "ListContactsSort",
    "ListContactsSubscribed",
    "ListEmailsResponse200",
    "ListEmailsSourceType",
    "ListEmailsStatus",
    "ListEventNamesResponse200",
    "ListEventsResponse200",
    "ListInboxResponse200",
    "ListMembersResponse200",
    "ListProjectsWrappedResponse200",
    "ListSegmentContactsResponse200",
    "ListTemplatesDir",
    "ListTemplatesResponse200",
    "ListTemplatesSort",
    "ListTemplatesType",
    "ListUpcomingActivityResponse200",
    "ListWorkflowExecutionsResponse200",
    "ListWorkflowFieldsResponse200",
    "ListWorkflowFieldsResponse200TypedFieldsItem",
    "ListWorkflowFieldsResponse200TypedFieldsItemCategory",
    "ListWorkflowsDir",
    "ListWorkflowsResponse200",
    "ListWorkflowsResponse200DataItem",
    "ListWorkflowsResponse200DataItemCount",
    "ListWorkflowsResponse200DataItemTriggerConfigType0",
    "ListWorkflowsResponse200DataItemTriggerType",
    "ListWorkflowsSort",
    "ListWorkflowsStatus",
    "LogInBody",
    "LogInResponse200Type0",
    "LogInResponse200Type1",
    "LogInResponse200Type2",
    "LookupContactsBody",
    "LookupContactsResponse200",
    "Member",
    "MemberChange",
    "MemberChangeRole",
    "MemberRole",
    "NamedAddress",
    "NamedSender",
    "Notice",
    "NoticeType",
    "PreviewSegmentBody",
    "PreviewSegmentResponse200",
    "Project",
    "ProjectDisabledReasonType0",
    "ProjectKey",
    "ProjectKeys",
    "ProjectKeyScope",
    "ProjectReset",
    "ProjectResetState",
    "ProjectTracking",
    "PublicContact",
    "Recipient",
    "RecipientStatus",
    "RecordedEvent",
    "RecordedEventData",
    "RecordEventResponse200",
    "RefreshSegmentResponse200",
    "RemoveMemberResponse200",
    "RemoveMemberResponse200Data",
    "RemoveSegmentMembersBody",
    "RemoveSegmentMembersResponse200",
    "RenameKeyBody",
    "RequestPasswordResetBody",
    "RequestPasswordResetResponse200",
    "RequestPasswordResetResponse200Data",
    "RequestVerificationResponse200",
    "RequestVerificationResponse200Data",
    "ResetPasswordBody",
    "ResetPasswordResponse200",
    "ResetPasswordResponse200Data",
    "ResetProjectResponse200",
    "Retention",
    "Security",
    "SecurityLevels",
    "SecurityLevelsBounce7Day",
    "SecurityLevelsBounceAllTime",
    "SecurityLevelsComplaint7Day",
    "SecurityLevelsComplaintAllTime",
    "SecurityStatus",
    "SecurityStatusAllTime",
    "SecurityStatusSevenDay",
    "SecurityStatusTwentyFourHour",
    "Segment",
    "SegmentType",
    "SendCampaignBodyType0",
    "SendCampaignResponse200",
    "SendCampaignTestBody",
    "SendCampaignTestResponse200",
    "SendContent",
    "SendContentData",
    "SendContentHeaders",
    "SendEmailResponse200",
    "SendResult",
    "SendResultEmailsItem",
    "SendTemplate",
    "SendTemplateData",
    "SendTemplateHeaders",
    "Session",
    "SetBillingLimitsBody",
    "SetCampaignRateBody",
    "Settings",
    "SettingsAws",
    "SettingsFeatures",
    "SettingsFeaturesAuthProviders",
    "SettingsFeaturesBilling",
    "SettingsFeaturesEmail",
    "SettingsFeaturesSignup",
    "SettingsFeaturesSmtp",
    "SettingsFeaturesSmtpPortsType0",
    "SettingsFeaturesSponsor",
    "SettingsFeaturesStorage",
    "SettingsMail",
    "SettingsMailProvider",
    "SettingsUrls",
    "SetupState",
    "ShortError",
    "SignUpBody",
    "SignUpResponse200Type0",
    "SignUpResponse200Type1",
    "SimulateWorkflowBody",
    "SimulateWorkflowBodyEventType0",
    "SimulateWorkflowBodyOutcomesType0",
    "SimulateWorkflowBodyOutcomesType0AdditionalProperty",
    "SimulateWorkflowResponse200",
    "SimulateWorkflowResponse200PathItem",
    "SimulateWorkflowResponse200PathItemOutputType0",
    "SimulateWorkflowResponse200PathItemType",
    "StartWorkflowExecutionBody",
    "StartWorkflowExecutionBodyContextType0",
    "Subscription",
    "Template",
    "TemplateType",
    "TemplateUsage",
    "TemplateUsageCampaignsItem",
    "TemplateUsageCampaignsItemStatus",
    "TemplateUsageWorkflowStepsItem",
    "TopCampaign",
    "TopEvent",
    "TraceEmailResponse200",
    "TrackedEvent",
    "TrackedEventData",
    "TrackEventResponse200",
    "TrackResult",
    "Transition",
    "TransitionFromType0",
    "TransitionTo",
    "UpdateCampaignBody",
    "UpdateCampaignBodyAudienceType",
    "UpdateCampaignBodyTypeType0",
    "UpdateContactBody",
    "UpdateContactBodyDataType0",
    "UpdateMemberBody",
    "UpdateMemberBodyRole",
    "UpdateMemberResponse200",
    "UpdateProjectBody",
    "UpdateProjectBodyTracking",
    "UpdateSegmentBody",
    "UpdateSegmentBodyType",
    "UpdateTemplateBody",
    "UpdateTemplateBodyType",
    "UpdateWorkflowBody",
    "UpdateWorkflowBodyTriggerConfigType0",
    "UpdateWorkflowBodyTriggerType",
    "UpdateWorkflowStepBody",
    "UpdateWorkflowStepBodyConfig",
    "UpdateWorkflowStepBodyPosition",
    "UploadedImage",
    "UploadedImageContentType",
    "UploadImageBody",
    "UpsertContactBody",
    "UpsertContactBodyDataType0",
    "UpsertedContact",
    "UpsertedContactDataType0",
    "UpsertedContactMeta",
    "User",
    "Verification",
    "VerifyAccountEmailBody",
    "VerifyAccountEmailResponse200",
    "VerifyAccountEmailResponse200Data",
    "VerifyDomainResponse200",
    "VerifyDomainResponse200RecordsItem",
    "VerifyDomainResponse200RecordsItemType",
    "VerifyDomainResponse200Status",
    "VerifyEmailBody",
    "VerifyEmailResponse200",
    "VerifyEmailsBody",
    "VerifyEmailsResponse200",
    "WebhookReceipt",
    "WebhookSecret",
    "Workflow",
    "WorkflowExecution",
    "WorkflowExecutionContactType0",
    "WorkflowExecutionContextType0",
    "WorkflowExecutionCurrentStepType0",
    "WorkflowExecutionCurrentStepType0Type",
    "WorkflowExecutionStatus",
    "WorkflowExecutionWithSteps",
    "WorkflowExecutionWithStepsContactType0",
    "WorkflowExecutionWithStepsContextType0",
    "WorkflowExecutionWithStepsCurrentStepType0",
    "WorkflowExecutionWithStepsCurrentStepType0Type",
    "WorkflowExecutionWithStepsStatus",
    "WorkflowExecutionWithStepsStepExecutionsItem",
    "WorkflowExecutionWithStepsStepExecutionsItemOutputType0",
    "WorkflowExecutionWithStepsStepExecutionsItemStatus",
    "WorkflowExecutionWithStepsWorkflow",
    "WorkflowExecutionWithStepsWorkflowSnapshot",
    "WorkflowStep",
    "WorkflowStepConfig",
    "WorkflowStepPosition",
    "WorkflowStepType",
    "WorkflowTransition",
    "WorkflowTransitionConditionType0",
    "WorkflowTransitionWaitOutcomeType0",
    "WorkflowTriggerConfigType0",
    "WorkflowTriggerType",
    "WorkflowWithSteps",
    "WorkflowWithStepsStepsItem",
    "WorkflowWithStepsStepsItemConfig",
    "WorkflowWithStepsStepsItemPosition",
    "WorkflowWithStepsStepsItemTemplateType0",
    "WorkflowWithStepsStepsItemType",
    "WorkflowWithStepsTriggerConfigType0",
    "WorkflowWithStepsTriggerType",
)
