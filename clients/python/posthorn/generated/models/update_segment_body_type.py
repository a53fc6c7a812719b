from enum import StrEnum

class UpdateSegmentBodyType(StrEnum):
    DYNAMIC = "DYNAMIC"
    STATIC = "STATIC"

    def __str__(self) -> str:
        return str(self.value)
