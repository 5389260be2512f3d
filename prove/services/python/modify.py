"""POST /orders/modify: the body, the order it names, and the rules of sections 2 and 4.2."""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from instruments import BY_CODE
from refusal import Conflict, Declined, NotFound, Refusal, WrongField

TYPES = ("MARKET", "LIMIT", "STOP", "LIMIT_STOP")
SIDES = ("BUY", "SELL", "SELL_TO_CLOSE", "BUY_TO_COVER")
YES_NO = ("Y", "N")
# Which prices a type needs: barrierPrice, orderPrice.
NEEDS = {"MARKET": (False, False), "LIMIT": (False, True), "STOP": (True, False), "LIMIT_STOP": (True, True)}
# How far from the last close a price may be, as a factor.
BAND = Decimal("0.25")

FIELDS = {
    "stockCd": "text",
    "orderTypeCd": TYPES,
    "sideCd": SIDES,
    "orderDateTime": "moment",
    "orderNo": "text",
    "orderQuantity": "number",
    "barrierPrice": "number",
    "orderPrice": "number",
    "profitRealizationYn": YES_NO,
    "profitRealizationBarrierPrice": "number",
    "lossCutYn": YES_NO,
    "lossCutBarrierPrice": "number",
    "lossTrackingYn": YES_NO,
}
MANDATORY = ("orderNo", "orderDateTime", "orderTypeCd")
MOMENT = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))", re.ASCII
)

TABLE = """
create table orders (
  order_no text, placed integer, stock text, kind text, side text, state text,
  quantity text, barrier text, price text,
  profit text, profit_on integer, loss text, loss_on integer, tracking_had integer, tracking_on integer,
  primary key (order_no, placed)
)"""


class Modify:
    # In this order; what one of them writes is undone where a later one refuses.
    RULES = ("unfilled", "same_order", "prices", "quantity", "take_profit", "stop_loss", "tracking")

    def __init__(self):
        super().__init__()
        # One connection for all threads: whoever uses it holds the lock of the service.
        self.book = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.book.row_factory = sqlite3.Row
        self.book.execute(TABLE)

    def modify(self, body: bytes) -> dict:
        """Changes the order, all of it or nothing. The caller holds the lock."""
        fields = self.read_body(body)
        self.book.execute("begin")
        try:
            order = self.find_order(fields)
            for rule in self.RULES:
                getattr(self, rule)(order, fields)
        except BaseException:
            self.undo()
            raise
        self.book.execute("commit")
        return {"success": True}

    def undo(self) -> None:
        self.book.execute("rollback")

    # Body

    def read_body(self, body: bytes) -> dict:
        try:
            fields = self.read_json(body.decode("utf-8"))
        except (ValueError, ArithmeticError, RecursionError) as unreadable:
            raise Refusal("the body is no JSON") from unreadable
        if not isinstance(fields, dict):
            raise Refusal("the body is no JSON object")
        for name in MANDATORY:
            if name not in fields:
                raise WrongField(name, "is needed")
        known = {name: value for name, value in fields.items() if name in FIELDS}
        return {name: self.read_field(name, value) for name, value in known.items()}

    def read_json(self, text: str) -> object:
        return json.loads(
            text,
            parse_float=self.decimal,
            parse_int=self.decimal,
            parse_constant=self.no_constant,
            object_pairs_hook=self.unique,
        )

    def decimal(self, text: str) -> Decimal:
        return Decimal(text)

    def no_constant(self, name: str):
        raise ValueError(f"{name} is no JSON")

    def unique(self, pairs: list) -> dict:
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("a member is named twice")
        return members

    def read_field(self, name: str, value: object) -> object:
        form = FIELDS[name]
        if form == "number":
            if not self.is_number(value):
                raise WrongField(name, "is no number")
            return value
        if not self.is_text(value):
            raise WrongField(name, "is no string")
        if form == "moment":
            return self.read_moment(value)
        if isinstance(form, tuple) and not self.is_one_of(value, form):
            raise WrongField(name, f"is none of {', '.join(form)}")
        return value

    def is_number(self, value: object) -> bool:
        return isinstance(value, Decimal)

    def is_text(self, value: object) -> bool:
        # A lone surrogate can be escaped in JSON and cannot be stored.
        return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)

    def is_one_of(self, value: str, codes: tuple) -> bool:
        return value in codes

    def read_moment(self, text: str) -> int:
        """Microseconds since 1970, in any offset."""
        match = MOMENT.fullmatch(text)
        if match is None:
            raise WrongField("orderDateTime", "is no ISO 8601 timestamp with an offset")
        wall, fraction, sign, hours, minutes = match.groups()
        try:
            local = datetime.fromisoformat(wall).replace(tzinfo=timezone.utc)
        except ValueError as impossible:
            raise WrongField("orderDateTime", "is no date and time") from impossible
        ahead = timedelta(hours=int(hours or 0), minutes=int(minutes or 0)) * (-1 if sign == "-" else 1)
        return self.instant(local, ahead) + int((fraction or "").ljust(6, "0"))

    def instant(self, local: datetime, ahead: timedelta) -> int:
        since = local - datetime(1970, 1, 1, tzinfo=timezone.utc) - ahead
        return since // timedelta(microseconds=1)

    # Order

    def find_order(self, fields: dict) -> sqlite3.Row:
        named = self.book.execute(
            "select * from orders where order_no = ? and placed = ?", (fields["orderNo"], fields["orderDateTime"])
        ).fetchone()
        if named is None:
            raise NotFound
        return named

    def write(self, order: sqlite3.Row, **columns: object) -> None:
        values = [str(value) if isinstance(value, Decimal) else value for value in columns.values()]
        self.book.execute(
            f"update orders set {', '.join(f'{name} = ?' for name in columns)} where order_no = ? and placed = ?",
            (*values, order["order_no"], order["placed"]),
        )

    # Rules

    def unfilled(self, order, fields) -> None:
        if order["state"] != "unfilled":
            raise Conflict("the order is filled")

    def same_order(self, order, fields) -> None:
        """A conditional order may lose or gain its barrier; nothing turns into a market order or back."""
        if fields.get("stockCd", order["stock"]) != order["stock"]:
            raise Conflict("the order is of another instrument")
        if fields.get("sideCd", order["side"]) != order["side"]:
            raise Conflict("the order is of another side")
        if (fields["orderTypeCd"] == "MARKET") != (order["kind"] == "MARKET"):
            raise Conflict("the order is of another type")
        self.write(order, kind=fields["orderTypeCd"])

    def prices(self, order, fields) -> None:
        needs = NEEDS[fields["orderTypeCd"]]
        for name, column, needed in zip(("barrierPrice", "orderPrice"), ("barrier", "price"), needs):
            price = self.price_for(name, order, fields)
            if needed:
                self.check_price(name, price, order)
            elif price:
                raise WrongField(name, "has to be 0")
            self.write(order, **{column: price})

    def price_for(self, name: str, order, fields) -> Decimal:
        return fields.get(name, Decimal(0))

    def check_price(self, name: str, price: Decimal, order) -> None:
        close, point = BY_CODE[order["stock"]].close, BY_CODE[order["stock"]].point
        if not close * (1 - BAND) <= price <= close * (1 + BAND):
            raise WrongField(name, "is too far from the market")
        if price % point:
            raise WrongField(name, "is between two steps")

    def quantity(self, order, fields) -> None:
        """Takes a part of the order back, never adds to it."""
        quantity, bounds = fields.get("orderQuantity", Decimal(order["quantity"])), BY_CODE[order["stock"]]
        if not bounds.min_quantity <= quantity <= Decimal(order["quantity"]):
            raise WrongField("orderQuantity", "is out of bounds")
        if not self.is_whole(quantity, bounds.unit):
            raise WrongField("orderQuantity", "is no multiple of the unit")
        self.write(order, quantity=quantity)

    def is_whole(self, quantity: Decimal, unit: Decimal) -> bool:
        return quantity % unit == 0

    def take_profit(self, order, fields) -> None:
        self.condition("profit", "profitRealizationYn", "profitRealizationBarrierPrice", order, fields)

    def stop_loss(self, order, fields) -> None:
        self.condition("loss", "lossCutYn", "lossCutBarrierPrice", order, fields)

    def condition(self, column: str, switch: str, name: str, order, fields) -> None:
        """Moves a condition or switches it off. One that is off, or was never there, stays away."""
        if switch not in fields:
            if name in fields:
                raise WrongField(switch, "is needed with a price")
            return
        price = self.condition_price(name, column, order, fields)
        if price is None:
            raise WrongField(name, "is needed with a switch")
        if (fields[switch] == "Y") != (price != 0):
            raise WrongField(name, "is 0 with N, and a price with Y")
        if not order[f"{column}_on"]:
            raise Declined("the order has no such condition")
        if fields[switch] == "N":
            self.write(order, **{f"{column}_on": 0})
            return
        self.check_price(name, price, order)
        self.write(order, **{column: price})

    def condition_price(self, name: str, column: str, order, fields) -> Decimal | None:
        return fields.get(name)

    def tracking(self, order, fields) -> None:
        """A trailing stop that the order came with can be switched off and on."""
        if "lossTrackingYn" not in fields:
            return
        if not order["tracking_had"]:
            raise Declined("the order came without a trailing stop")
        self.write(order, tracking_on=int(fields["lossTrackingYn"] == "Y"))
