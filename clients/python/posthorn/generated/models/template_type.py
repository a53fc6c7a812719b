from enum import StrEnum

class TemplateType(StrEnum):
    HEADLESS = "HEADLESS"
    MARKETING = "MARKETING"
    TRANSACTIONAL = "TRANSACTIONAL"

    def __str__(self) -> str:
        return str(self.value)
