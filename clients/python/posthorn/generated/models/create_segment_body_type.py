from enum import StrEnum

class CreateSegmentBodyType(StrEnum):
    DYNAMIC = "DYNAMIC"
    STATIC = "STATIC"

    def __str__(self) -> str:
        return str(self.value)
