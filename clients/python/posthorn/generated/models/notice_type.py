from enum import StrEnum

class NoticeType(StrEnum):
    BOUNCE = "bounce"
    CLICK = "click"
    COMPLAINT = "complaint"
    DELIVERY = "delivery"
    OPEN = "open"
    RECEIVED = "received"

    def __str__(self) -> str:
        return str(self.value)
