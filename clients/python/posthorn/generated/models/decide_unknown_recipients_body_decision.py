from enum import StrEnum

class DecideUnknownRecipientsBodyDecision(StrEnum):
    DROP = "drop"
    RESEND = "resend"

    def __str__(self) -> str:
        return str(self.value)
