from enum import StrEnum

class WorkflowExecutionCurrentStepType0Type(StrEnum):
    CONDITION = "CONDITION"
    DELAY = "DELAY"
    EXIT = "EXIT"
    SEND_EMAIL = "SEND_EMAIL"
    TRIGGER = "TRIGGER"
    UPDATE_CONTACT = "UPDATE_CONTACT"
    WAIT_FOR_EVENT = "WAIT_FOR_EVENT"
    WEBHOOK = "WEBHOOK"

    def __str__(self) -> str:
        return str(self.value)
