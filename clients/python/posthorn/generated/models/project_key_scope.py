from enum import StrEnum

class ProjectKeyScope(StrEnum):
    FULL = "full"
    READ = "read"
    SEND = "send"

    def __str__(self) -> str:
        return str(self.value)
