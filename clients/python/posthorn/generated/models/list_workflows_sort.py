from enum import StrEnum

class ListWorkflowsSort(StrEnum):
    CREATEDAT = "createdAt"
    NAME = "name"
    STEPS = "steps"
    UPDATEDAT = "updatedAt"

    def __str__(self) -> str:
        return str(self.value)
