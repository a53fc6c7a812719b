from enum import StrEnum

class BulkUnsubscribeContactsBodyMode(StrEnum):
    IDS = "ids"
    QUERY = "query"

    def __str__(self) -> str:
        return str(self.value)
