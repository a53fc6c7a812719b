from enum import StrEnum

class BulkJobResultType0Operation(StrEnum):
    DELETE = "delete"
    SUBSCRIBE = "subscribe"
    UNSUBSCRIBE = "unsubscribe"

    def __str__(self) -> str:
        return str(self.value)
