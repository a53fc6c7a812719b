from enum import StrEnum

class ProjectDisabledReasonType0(StrEnum):
    CARD_VERIFICATION_FAILED = "CARD_VERIFICATION_FAILED"
    EMAIL_REPUTATION = "EMAIL_REPUTATION"
    MANUAL = "MANUAL"
    PAYMENT_FAILED = "PAYMENT_FAILED"
    PHISHING_DETECTED = "PHISHING_DETECTED"

    def __str__(self) -> str:
        return str(self.value)
