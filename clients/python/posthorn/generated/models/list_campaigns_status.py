from enum import StrEnum

class ListCampaignsStatus(StrEnum):
    CANCELLED = "CANCELLED"
    DRAFT = "DRAFT"
    SCHEDULED = "SCHEDULED"
    SENDING = "SENDING"
    SENT = "SENT"

    def __str__(self) -> str:
        return str(self.value)
