from enum import StrEnum

class EmailSourceType(StrEnum):
    CAMPAIGN = "CAMPAIGN"
    INBOUND = "INBOUND"
    TRANSACTIONAL = "TRANSACTIONAL"
    WORKFLOW = "WORKFLOW"

    def __str__(self) -> str:
        return str(self.value)
