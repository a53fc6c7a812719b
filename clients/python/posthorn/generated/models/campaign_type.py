from enum import StrEnum

class CampaignType(StrEnum):
    HEADLESS = "HEADLESS"
    MARKETING = "MARKETING"
    TRANSACTIONAL = "TRANSACTIONAL"

    def __str__(self) -> str:
        return str(self.value)
