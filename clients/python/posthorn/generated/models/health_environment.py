from enum import StrEnum

class HealthEnvironment(StrEnum):
    DEVELOPMENT = "development"
    PRODUCTION = "production"
    TEST = "test"

    def __str__(self) -> str:
        return str(self.value)
