from enum import StrEnum

class SettingsMailProvider(StrEnum):
    CAPTURE = "capture"
    SES = "ses"
    SMTP = "smtp"

    def __str__(self) -> str:
        return str(self.value)
