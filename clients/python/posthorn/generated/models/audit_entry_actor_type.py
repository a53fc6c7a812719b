from enum import StrEnum

class AuditEntryActorType(StrEnum):
    KEY = "key"
    OPERATOR = "operator"
    SYSTEM = "system"
    USER = "user"

    def __str__(self) -> str:
        return str(self.value)
