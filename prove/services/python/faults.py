"""Misbehaviours that can be switched on: each takes the place of one step of the service."""

from __future__ import annotations

import json
import math
import re
from datetime import timedelta
from decimal import Decimal

from refusal import WrongField

FAULTS: dict[str, type] = {}


class Fault:
    """A step that is wrong, the clause that breaks, and the clauses it shows in, too. The docstring says what it does."""

    clause: str
    also: tuple[str, ...] = ()

    def __init_subclass__(cls):
        FAULTS[re.sub(r"(?<=.)(?=[A-Z])", "-", cls.__name__).lower()] = cls


def listed() -> list[dict]:
    return [
        {"name": name, "clause": fault.clause, "also": list(fault.also), "does": fault.__doc__}
        for name, fault in FAULTS.items()
    ]


# Token, timestamp, signature


class RemembersTokensByClaims(Fault):
    """Remembers tokens that were good by what they say, and then takes any signature under it."""

    clause, also = "AUT-006", ("AUT-005",)
    good: set = set()

    def token_is_ours(self, token):
        said = token.rpartition(".")[0]
        if said in self.good or super().token_is_ours(token):
            self.good.add(said)
            return True
        return False


class TimestampInFloats(Fault):
    """Reads X-Timestamp with float(), and NaN is not more than 60 seconds away from anything."""

    clause, also = "CLK-002", ("CLK-010",)

    def read_timestamp(self, text):
        try:
            return float(text)
        except ValueError:
            return super().read_timestamp(text)

    def is_near(self, seconds):
        return not abs(int(self.now()) - seconds) > 60


class TimestampWithInt(Fault):
    """Reads X-Timestamp with int(), which takes 1_767_603_600 as well."""

    clause = "CLK-010"

    def read_timestamp(self, text):
        try:
            return int(text)
        except ValueError:
            return super().read_timestamp(text)


class SecondsOfTheDay(Fault):
    """Measures the window by timedelta.seconds, which leaves out whole days."""

    clause, also = "CLK-006", ("CLK-007",)

    def is_near(self, seconds):
        return abs(timedelta(seconds=int(self.now()) - seconds)).seconds <= 60


class ZippedDigest(Fault):
    """Compares signatures digit by digit with zip(), which ends where the shorter one does."""

    clause, also = "SIG-004", ("SIG-001", "SIG-002", "SIG-011")

    def same_signature(self, given, right):
        return all(one == other for one, other in zip(given, right))


class RemembersSignatures(Fault):
    """Remembers signatures that were right at their time, and takes them again under any body."""

    clause = "SIG-006"
    right: set = set()

    def check_signature(self, headers, *, timestamp, **request):
        given = (timestamp, headers.get("X-Signature"))
        if given not in self.right:
            super().check_signature(headers, timestamp=timestamp, **request)
            self.right.add(given)


# Body


class ReadsTheFirstValue(Fault):
    """Reads the first JSON value of the body, and takes no notice of what follows."""

    clause = "MOD-064"

    def read_json(self, text):
        end = json.JSONDecoder().raw_decode(text.lstrip())[1]
        return super().read_json(text.lstrip()[:end])


class FalsyIsZero(Fault):
    """Reads barrierPrice and orderPrice with `value or 0`, so that false, null and an empty string are 0."""

    clause, also = "MOD-081", ("MOD-036", "MOD-082", "MOD-091")

    def read_field(self, name, value):
        return super().read_field(name, value or Decimal(0) if name in ("barrierPrice", "orderPrice") else value)


class CodesInAnyCase(Fault):
    """Compares Y and N, and no other code, in any case."""

    clause = "MOD-033"

    def is_one_of(self, value, codes):
        return (value.upper() if "Y" in codes else value) in codes

    def condition(self, column, switch, name, order, fields):
        if switch in fields:
            fields = {**fields, switch: fields[switch].upper()}
        super().condition(column, switch, name, order, fields)


class LeavesTheOffsetOut(Fault):
    """Compares orderDateTime without its offset, as naive datetimes."""

    clause = "ORD-003"

    def instant(self, local, ahead):
        return super().instant(local, timedelta(hours=9))


class UnreadableMoment(Fault):
    """Passes over an orderDateTime that it cannot read, and finds the order by its number and instrument."""

    clause, also = "MOD-034", ("MOD-086", "MOD-088", "ORD-004")

    def read_moment(self, text):
        try:
            return super().read_moment(text)
        except WrongField:
            return None

    def find_order(self, fields):
        if fields["orderDateTime"] is not None:
            return super().find_order(fields)
        like = "select placed from orders where order_no = ? and stock = ?"
        named = self.book.execute(like, (fields["orderNo"], fields.get("stockCd"))).fetchone()
        return super().find_order({**fields, "orderDateTime": named and named["placed"]})


# Rules


class PriceFromTheBook(Fault):
    """Takes the price that the order has where a LIMIT body comes without one."""

    clause, also = "MOD-041", ()

    def price_for(self, name, order, fields):
        kept = Decimal(order["price"]) if name == "orderPrice" and fields["orderTypeCd"] == "LIMIT" else Decimal(0)
        return fields.get(name, kept)


class NoPriceIsTheOldPrice(Fault):
    """Reads a stop-loss price with `or`, and keeps the order's where it is 0 or left out."""

    clause, also = "TPS-024", ("TPS-022",)

    def condition_price(self, name, column, order, fields):
        if column == "loss" and fields["lossCutYn"] == "Y":
            return fields.get(name) or Decimal(order["loss"] or 0)
        return super().condition_price(name, column, order, fields)


class OffAtAnyPrice(Fault):
    """Does not look at the price where a condition is switched off."""

    clause, also = "TPS-025", ("TPS-026",)

    def condition(self, column, switch, name, order, fields):
        if fields.get(switch) == "N" and name in fields:
            fields = {**fields, name: Decimal(0)}
        super().condition(column, switch, name, order, fields)


class UnitsInFloats(Fault):
    """Compares the quantity with whole units as floats, with a tolerance."""

    clause = "ORD-007"

    def is_whole(self, quantity, unit):
        return math.isclose(quantity, round(quantity / unit) * unit, rel_tol=0.02)


class CommitsWhatItRefuses(Fault):
    """Ends the transaction of a refused modify with a commit, so that what came before the refusal stays."""

    clause = "MOD-009"

    def undo(self):
        self.book.execute("commit")


class FilledWithoutAPrice(Fault):
    """Looks whether the order is filled where it looks at a price, and so not for a MARKET order."""

    clause, also = "ORD-001", ("TPS-041", "TPS-042", "TPS-043")

    def unfilled(self, order, fields):
        if order["kind"] != "MARKET":
            super().unfilled(order, fields)

    def check_price(self, name, price, order):
        super().unfilled(order, {})
        super().check_price(name, price, order)


class DeclinesInText(Fault):
    """Writes the code of the envelope as text where a modify is declined."""

    clause = "ENV-005"

    def envelope(self, code, data):
        return {**super().envelope(code, data), "code": str(code) if code else code}


# Lookup


class SkipsTies(Fault):
    """Pages by the symbol group alone, so that a page that ends within one loses the rest of it."""

    clause = "LKP-007"

    def comes_after(self, instrument, last):
        return instrument.family > last[0]


class RepeatsTies(Fault):
    """Pages by the symbol group alone, so that a page that ends within one shows its start again."""

    clause = "PAG-005"

    def comes_after(self, instrument, last):
        return instrument.family >= last[0] and instrument.code != last[1]


class CodeBeforeGroup(Fault):
    """Returns early with the instrument of a stockCd, whatever the group."""

    clause = "LKP-006"

    def fits(self, instrument, group, code):
        return instrument.code == code if code else super().fits(instrument, group, code)


class ZeroIsNothing(Fault):
    """Writes `sellSpread or None`, which is null for an instrument without a spread."""

    clause = "INS-014"

    def record(self, instrument):
        record = super().record(instrument)
        return {**record, "sellSpread": record["sellSpread"] or None}


class StumblesOverKeys(Fault):
    """Does not catch what base64 raises for a nextKey that it cannot read."""

    clause = "ENV-007"

    def key_parts(self, key):
        try:
            return super().key_parts(key)
        except ValueError as unreadable:
            raise RuntimeError("Incorrect padding") from unreadable
