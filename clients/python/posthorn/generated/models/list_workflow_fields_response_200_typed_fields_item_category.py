from enum import StrEnum

class ListWorkflowFieldsResponse200TypedFieldsItemCategory(StrEnum):
    CONTACT = "contact"
    EVENT = "event"

    def __str__(self) -> str:
        return str(self.value)
