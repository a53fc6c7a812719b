from enum import StrEnum

class ListWorkflowsResponse200DataItemTriggerType(StrEnum):
    EVENT = "EVENT"
    MANUAL = "MANUAL"
    SCHEDULE = "SCHEDULE"

    def __str__(self) -> str:
        return str(self.value)
