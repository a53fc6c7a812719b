from enum import StrEnum

class ConditionFilterBy(StrEnum):
    HUMAN = "human"

    def __str__(self) -> str:
        return str(self.value)
