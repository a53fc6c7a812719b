from enum import StrEnum

class CancelCampaignResponse200Type(StrEnum):
    HEADLESS = "HEADLESS"
    MARKETING = "MARKETING"
    TRANSACTIONAL = "TRANSACTIONAL"

    def __str__(self) -> str:
        return str(self.value)
