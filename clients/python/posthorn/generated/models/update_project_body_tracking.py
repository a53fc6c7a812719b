from enum import StrEnum

class UpdateProjectBodyTracking(StrEnum):
    DISABLED = "DISABLED"
    ENABLED = "ENABLED"
    MARKETING_ONLY = "MARKETING_ONLY"

    def __str__(self) -> str:
        return str(self.value)
