from enum import StrEnum

class SimulateWorkflowBodyOutcomesType0AdditionalProperty(StrEnum):
    EVENT = "EVENT"
    TIMEOUT = "TIMEOUT"

    def __str__(self) -> str:
        return str(self.value)
