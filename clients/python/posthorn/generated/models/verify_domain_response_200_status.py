from enum import StrEnum

class VerifyDomainResponse200Status(StrEnum):
    FAILED = "Failed"
    NOTSTARTED = "NotStarted"
    PENDING = "Pending"
    SUCCESS = "Success"
    TEMPORARYFAILURE = "TemporaryFailure"

    def __str__(self) -> str:
        return str(self.value)
