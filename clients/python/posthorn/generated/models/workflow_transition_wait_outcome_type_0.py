from enum import StrEnum

class WorkflowTransitionWaitOutcomeType0(StrEnum):
    EVENT = "EVENT"
    TIMEOUT = "TIMEOUT"

    def __str__(self) -> str:
        return str(self.value)
