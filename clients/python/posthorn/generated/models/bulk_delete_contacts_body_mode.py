from enum import StrEnum

class BulkDeleteContactsBodyMode(StrEnum):
    IDS = "ids"
    QUERY = "query"

    def __str__(self) -> str:
        return str(self.value)
