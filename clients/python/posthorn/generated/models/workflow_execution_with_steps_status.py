from enum import StrEnum

class WorkflowExecutionWithStepsStatus(StrEnum):
    CANCELLED = "CANCELLED"
    COMPLETED = "COMPLETED"
    EXITED = "EXITED"
    FAILED = "FAILED"
    RUNNING = "RUNNING"
    WAITING = "WAITING"

    def __str__(self) -> str:
        return str(self.value)
