"""The orders, in memory, and the rules of sections 2.1 and 2.4."""

import json
import os
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from models import Modify, Wish

INSTRUMENTS: list[dict[str, Any]] = json.loads(Path(os.environ["INSTRUMENTS"]).read_text())
BY_CODE = {instrument["stockCd"]: instrument for instrument in INSTRUMENTS}


class Refused(Exception):
    """Says in words why an order is not modified."""


@dataclass
class Order:
    stockCd: str
    orderTypeCd: str
    sideCd: str
    orderDateTime: datetime
    orderNo: str
    orderQuantity: float
    barrierPrice: float
    orderPrice: float
    had_take_profit: bool
    had_stop_loss: bool
    state: str
    profitRealizationYn: str = "N"
    profitRealizationBarrierPrice: float = 0
    lossCutYn: str = "N"
    lossCutBarrierPrice: float = 0
    lossTrackingYn: str = "N"

    def shown(self) -> dict[str, Any]:
        hidden = ("had_take_profit", "had_stop_loss")
        values = {name: value for name, value in vars(self).items() if name not in hidden}
        return values | {"orderDateTime": self.orderDateTime.isoformat(timespec="milliseconds")}


ORDERS: dict[str, Order] = {}


def place(wish: Wish) -> Order:
    number = len(ORDERS) + 1
    instrument = INSTRUMENTS[number % len(INSTRUMENTS)]
    unit, close = instrument["pointUnit"], instrument["closePrice"]

    def away(fraction: float) -> float:
        return round(round(close * (1 + fraction) / unit) * unit, 10)

    long = 1 if wish.sideCd in ("BUY", "BUY_TO_COVER") else -1
    order = Order(
        stockCd=instrument["stockCd"],
        orderTypeCd=wish.orderTypeCd,
        sideCd=wish.sideCd,
        orderDateTime=datetime.now(timezone.utc).replace(microsecond=number % 1000 * 1000),
        orderNo=f"{datetime.now(timezone.utc):%y%m%d}{number:08d}",
        orderQuantity=instrument["orderUnit"] * 2,
        barrierPrice=away(0.02 * long) if "STOP" in wish.orderTypeCd else 0,
        orderPrice=away(0.03 * long) if "LIMIT" in wish.orderTypeCd else 0,
        had_take_profit=wish.takeProfit,
        had_stop_loss=wish.stopLoss,
        state=wish.state,
    )
    if wish.takeProfit:
        order.profitRealizationYn, order.profitRealizationBarrierPrice = "Y", away(0.1 * long)
    if wish.stopLoss:
        order.lossCutYn, order.lossCutBarrierPrice = "Y", away(-0.1 * long)
    if wish.trailing:
        order.lossTrackingYn = "Y"
    ORDERS[order.orderNo] = order
    return order


def modify(body: Modify) -> None:
    order = ORDERS.get(body.orderNo)
    if order is None or order.orderDateTime != body.orderDateTime:
        raise Refused("no such order")
    if order.state != "unfilled":
        raise Refused("the order is filled")
    if (body.stockCd, body.orderTypeCd, body.sideCd) != (order.stockCd, order.orderTypeCd, order.sideCd):
        raise Refused("the order is another one")
    check_quantity(body.orderQuantity, BY_CODE[order.stockCd])
    check_price("barrierPrice", body.barrierPrice, "STOP" in body.orderTypeCd)
    check_price("orderPrice", body.orderPrice, "LIMIT" in body.orderTypeCd)
    check_switch("take-profit", body.profitRealizationYn, body.profitRealizationBarrierPrice, order.had_take_profit)
    check_switch("stop-loss", body.lossCutYn, body.lossCutBarrierPrice, order.had_stop_loss)
    if body.lossTrackingYn == "Y" and not order.had_stop_loss:
        raise Refused("there is no stop-loss to trail")
    given = body.model_dump(exclude_none=True, exclude={"stockCd", "orderTypeCd", "sideCd", "orderDateTime", "orderNo"})
    for name, value in given.items():
        setattr(order, name, value)


def check_quantity(quantity: float, instrument: dict[str, Any]) -> None:
    if not instrument["minOrderQuantity"] <= quantity <= instrument["maxOrderQuantity"]:
        raise Refused("orderQuantity is out of bounds")
    if quantity % instrument["orderUnit"] != 0:
        raise Refused("orderQuantity is no multiple of orderUnit")


def check_price(name: str, price: float, needed: bool) -> None:
    if needed and not price > 0:
        raise Refused(f"{name} is required")
    if not needed and price != 0:
        raise Refused(f"{name} has to be 0")


def check_switch(name: str, switch: str | None, price: float | None, had: bool) -> None:
    if (switch == "Y" or price) and not had:
        raise Refused(f"the order has no {name}")
    if switch == "Y" and not (price and price > 0):
        raise Refused(f"the price of the {name} is required")
    if switch == "N" and price:
        raise Refused(f"the price of the {name} has to be 0")
