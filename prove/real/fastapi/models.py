"""What a modify and a wish for a test order look like. MENDED: nothing is converted."""

import os
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, StrictStr

MENDED = "MENDED" in os.environ

OrderType = Literal["MARKET", "LIMIT", "STOP", "LIMIT_STOP"]
Side = Literal["BUY", "SELL", "SELL_TO_CLOSE", "BUY_TO_COVER"]
Switch = Literal["Y", "N"]
Group = Literal["ALL", "FOREIGN", "INDEX", "COMMODITY", "CRYPTO"]


def only_text(value: Any) -> Any:
    if not isinstance(value, str) or "T" not in value:
        raise ValueError("an ISO 8601 timestamp is expected")
    return value


if MENDED:
    Text = StrictStr
    Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
    Timestamp = Annotated[datetime, BeforeValidator(only_text)]
    # A default is not validated: None stands for "left out" and cannot be sent.
    GivenSwitch, GivenNumber = Switch, Number
else:
    Text = str
    Number = float
    Timestamp = datetime
    GivenSwitch, GivenNumber = Switch | None, Number | None


class Modify(BaseModel):
    stockCd: Text
    orderTypeCd: OrderType
    sideCd: Side
    orderDateTime: Timestamp
    orderNo: Text
    orderQuantity: Number
    barrierPrice: Number = 0
    orderPrice: Number = 0
    profitRealizationYn: GivenSwitch = None
    profitRealizationBarrierPrice: GivenNumber = None
    lossCutYn: GivenSwitch = None
    lossCutBarrierPrice: GivenNumber = None
    lossTrackingYn: GivenSwitch = None


class Wish(BaseModel):
    """What the order source is asked for: an order, or one that it gave."""

    orderTypeCd: OrderType = "LIMIT"
    sideCd: Side = "BUY"
    state: Literal["unfilled", "filled"] = "unfilled"
    takeProfit: bool = False
    stopLoss: bool = False
    trailing: bool = False
    show: dict[str, Any] | None = None
