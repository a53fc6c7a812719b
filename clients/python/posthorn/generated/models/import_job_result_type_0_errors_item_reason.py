from enum import StrEnum

class ImportJobResultType0ErrorsItemReason(StrEnum):
    INVALID_EMAIL = "invalid_email"
    PROCESSING_ERROR = "processing_error"
    UNDELIVERABLE = "undeliverable"

    def __str__(self) -> str:
        return str(self.value)
