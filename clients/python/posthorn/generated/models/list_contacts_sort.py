from enum import StrEnum

class ListContactsSort(StrEnum):
    CREATEDAT = "createdAt"
    EMAIL = "email"

    def __str__(self) -> str:
        return str(self.value)
