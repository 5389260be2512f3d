"""Places test orders, one for each request: the order source that docs/settings.md describes."""

from __future__ import annotations

import itertools
import json
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from instruments import INSTRUMENTS, Instrument
from modify import NEEDS, SIDES, TYPES
from refusal import NotFound, Refusal

ZONE = timezone(timedelta(hours=9))
STATES = ("unfilled", "filled")
CONDITIONS = ("takeProfit", "stopLoss", "trailing")
# An order is named by its number and its moment together, so that numbers may come round again.
FIRST_NUMBER, NUMBERS = 700_100, 89


class OrderSource:
    def __init__(self):
        super().__init__()
        self.placed = itertools.count()

    def place(self, body: bytes) -> dict:
        """The caller holds the lock."""
        wish = json.loads(body)
        if "show" in wish:
            raise NotFound
        if wish["orderTypeCd"] not in TYPES or wish["sideCd"] not in SIDES or wish["state"] not in STATES:
            raise Refusal("there is no such kind of order")
        conditions = self.conditions_of(wish)
        if "trailing" in conditions and "stopLoss" not in conditions:
            raise NotFound
        count = next(self.placed)
        moment = datetime.fromtimestamp(self.now(), ZONE)
        instrument = INSTRUMENTS[count % len(INSTRUMENTS)]
        order = {
            "orderNo": str(FIRST_NUMBER + count % NUMBERS),
            "orderDateTime": moment.isoformat(timespec="microseconds"),
            "stockCd": instrument.code,
            "sideCd": wish["sideCd"],
            "orderTypeCd": wish["orderTypeCd"],
            "orderQuantity": float(max(instrument.min_quantity, 8 * instrument.unit)),
            **first_prices(instrument, wish["orderTypeCd"], buys=wish["sideCd"].startswith("BUY")),
        }
        profit = on_grid(instrument, "1.1" if wish["sideCd"].startswith("BUY") else "0.9")
        loss = on_grid(instrument, "0.9" if wish["sideCd"].startswith("BUY") else "1.1")
        if "takeProfit" in conditions:
            order.update(profitRealizationYn="Y", profitRealizationBarrierPrice=float(profit))
        if "stopLoss" in conditions:
            order.update(lossCutYn="Y", lossCutBarrierPrice=float(loss))
        if "trailing" in conditions:
            order.update(lossTrackingYn="Y")
        self.store(order, wish["state"], conditions)
        return order

    def conditions_of(self, wish: dict) -> set:
        return {name for name in CONDITIONS if wish.get(name)}

    def store(self, order: dict, state: str, conditions: set) -> None:
        profit, loss, tracking = (int(name in conditions) for name in CONDITIONS)
        profit_price, loss_price = order.get("profitRealizationBarrierPrice", ""), order.get("lossCutBarrierPrice", "")
        self.book.execute(
            f"insert into orders values ({', '.join('?' * 15)})",
            (
                order["orderNo"],
                self.read_moment(order["orderDateTime"]),
                *(order[name] for name in ("stockCd", "orderTypeCd", "sideCd")),
                state,
                *(repr(order[name]) for name in ("orderQuantity", "barrierPrice", "orderPrice")),
                *(str(profit_price), profit, str(loss_price), loss, tracking, tracking),
            ),
        )


def first_prices(instrument: Instrument, kind: str, buys: bool) -> dict:
    barrier, limit = ("0.97", "0.96") if buys else ("1.03", "1.04")
    needs_barrier, needs_limit = NEEDS[kind]
    return {
        "barrierPrice": float(on_grid(instrument, barrier)) if needs_barrier else 0,
        "orderPrice": float(on_grid(instrument, limit)) if needs_limit else 0,
    }


def on_grid(instrument: Instrument, factor: str) -> Decimal:
    return instrument.close * Decimal(factor) // instrument.point * instrument.point
