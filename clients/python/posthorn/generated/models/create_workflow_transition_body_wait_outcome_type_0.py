from enum import StrEnum

class CreateWorkflowTransitionBodyWaitOutcomeType0(StrEnum):
    EVENT = "EVENT"
    TIMEOUT = "TIMEOUT"

    def __str__(self) -> str:
        return str(self.value)
