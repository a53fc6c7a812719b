from enum import StrEnum

class CreateCheckoutCurrency(StrEnum):
    EUR = "eur"
    GBP = "gbp"
    USD = "usd"

    def __str__(self) -> str:
        return str(self.value)
