from enum import StrEnum

class ListEmailsSourceType(StrEnum):
    CAMPAIGN = "CAMPAIGN"
    INBOUND = "INBOUND"
    TRANSACTIONAL = "TRANSACTIONAL"
    WORKFLOW = "WORKFLOW"

    def __str__(self) -> str:
        return str(self.value)
