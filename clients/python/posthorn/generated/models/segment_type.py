from enum import StrEnum

class SegmentType(StrEnum):
    DYNAMIC = "DYNAMIC"
    STATIC = "STATIC"

    def __str__(self) -> str:
        return str(self.value)
