from enum import StrEnum

class ActivityType(StrEnum):
    CAMPAIGN_SCHEDULED = "campaign.scheduled"
    CAMPAIGN_SENT = "campaign.sent"
    CONTACT_SUBSCRIBED = "contact.subscribed"
    CONTACT_UNSUBSCRIBED = "contact.unsubscribed"
    EMAIL_BOUNCED = "email.bounced"
    EMAIL_CLICKED = "email.clicked"
    EMAIL_COMPLAINT = "email.complaint"
    EMAIL_DELIVERED = "email.delivered"
    EMAIL_OPENED = "email.opened"
    EMAIL_RECEIVED = "email.received"
    EMAIL_SENT = "email.sent"
    EVENT_TRIGGERED = "event.triggered"
    WORKFLOW_COMPLETED = "workflow.completed"
    WORKFLOW_EMAIL_SCHEDULED = "workflow.email.scheduled"
    WORKFLOW_STARTED = "workflow.started"

    def __str__(self) -> str:
        return str(self.value)
