from enum import StrEnum

class BulkSubscribeContactsBodyMode(StrEnum):
    IDS = "ids"
    QUERY = "query"

    def __str__(self) -> str:
        return str(self.value)
