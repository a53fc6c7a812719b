from enum import StrEnum

class DuplicateCampaignResponse201AudienceType(StrEnum):
    ALL = "ALL"
    FILTERED = "FILTERED"
    SEGMENT = "SEGMENT"

    def __str__(self) -> str:
        return str(self.value)
