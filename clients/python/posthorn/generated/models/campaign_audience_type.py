from enum import StrEnum

class CampaignAudienceType(StrEnum):
    ALL = "ALL"
    FILTERED = "FILTERED"
    SEGMENT = "SEGMENT"

    def __str__(self) -> str:
        return str(self.value)
