from enum import StrEnum

class ConditionFilterOperator(StrEnum):
    CONTAINS = "contains"
    EQUALS = "equals"
    EXISTS = "exists"
    GREATERTHAN = "greaterThan"
    GREATERTHANOREQUAL = "greaterThanOrEqual"
    GT = "gt"
    GTE = "gte"
    LESSTHAN = "lessThan"
    LESSTHANOREQUAL = "lessThanOrEqual"
    LT = "lt"
    LTE = "lte"
    MEMBEROFSEGMENT = "memberOfSegment"
    NOTCONTAINS = "notContains"
    NOTEQUALS = "notEquals"
    NOTEXISTS = "notExists"
    NOTMEMBEROFSEGMENT = "notMemberOfSegment"
    NOTTRIGGERED = "notTriggered"
    NOTTRIGGEREDWITHIN = "notTriggeredWithin"
    OLDERTHAN = "olderThan"
    TRIGGERED = "triggered"
    TRIGGEREDOLDERTHAN = "triggeredOlderThan"
    TRIGGEREDWITHIN = "triggeredWithin"
    WITHIN = "within"

    def __str__(self) -> str:
        return str(self.value)
