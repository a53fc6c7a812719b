from enum import StrEnum

class WorkflowExecutionWithStepsStepExecutionsItemStatus(StrEnum):
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    PENDING = "PENDING"
    RUNNING = "RUNNING"
    SCHEDULED = "SCHEDULED"
    SKIPPED = "SKIPPED"
    WAITING = "WAITING"

    def __str__(self) -> str:
        return str(self.value)
