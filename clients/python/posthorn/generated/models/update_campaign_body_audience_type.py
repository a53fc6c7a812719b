from enum import StrEnum

class UpdateCampaignBodyAudienceType(StrEnum):
    ALL = "ALL"
    FILTERED = "FILTERED"
    SEGMENT = "SEGMENT"

    def __str__(self) -> str:
        return str(self.value)
