from enum import StrEnum

class ConditionFilterUnit(StrEnum):
    DAYS = "days"
    HOURS = "hours"
    MINUTES = "minutes"

    def __str__(self) -> str:
        return str(self.value)
