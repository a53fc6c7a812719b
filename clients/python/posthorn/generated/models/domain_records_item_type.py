from enum import StrEnum

class DomainRecordsItemType(StrEnum):
    CNAME = "CNAME"
    MX = "MX"
    TXT = "TXT"

    def __str__(self) -> str:
        return str(self.value)
