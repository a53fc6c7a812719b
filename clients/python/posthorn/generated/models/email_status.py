from enum import StrEnum

class EmailStatus(StrEnum):
    BOUNCED = "BOUNCED"
    CLICKED = "CLICKED"
    COMPLAINED = "COMPLAINED"
    DELIVERED = "DELIVERED"
    FAILED = "FAILED"
    OPENED = "OPENED"
    PENDING = "PENDING"
    RECEIVED = "RECEIVED"
    SENDING = "SENDING"
    SENT = "SENT"
    SUPPRESSED = "SUPPRESSED"
    UNKNOWN = "UNKNOWN"

    def __str__(self) -> str:
        return str(self.value)
