from enum import StrEnum

class UpdateTemplateBodyType(StrEnum):
    HEADLESS = "HEADLESS"
    MARKETING = "MARKETING"
    TRANSACTIONAL = "TRANSACTIONAL"

    def __str__(self) -> str:
        return str(self.value)
