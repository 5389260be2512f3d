"""GET /stocks/orders: the instruments, paged by the place of the last one seen (section 4.3)."""

from __future__ import annotations

import hmac
import itertools
import json
import secrets
from base64 import b64decode, b64encode
from urllib.parse import parse_qs

from instruments import INSTRUMENTS, Instrument
from refusal import Refusal

GROUPS = ("ALL", "FOREIGN", "INDEX", "COMMODITY", "CRYPTO")
PARAMETERS = ("stockGroupCd", "stockCd", "nextKey")
PAGE_SIZE = 7


class Lookup:
    def __init__(self):
        super().__init__()
        self.paging_key = secrets.token_bytes(32)
        self.quotes = itertools.count()

    def lookup(self, query: str) -> dict:
        group, code, key = self.read_query(query)
        if not self.is_group(group):
            raise Refusal("there is no such stockGroupCd")
        found = [instrument for instrument in INSTRUMENTS if self.fits(instrument, group, code)]
        if key:
            last = self.read_key(key, group)
            found = [instrument for instrument in found if self.comes_after(instrument, last)]
        return self.page(found, group, key)

    def read_query(self, query: str) -> list[str]:
        try:
            values = parse_qs(query, keep_blank_values=True, errors="strict", max_num_fields=20)
        except ValueError as unreadable:
            raise Refusal("the query cannot be read") from unreadable
        if any(len(values.get(name, ())) != 1 for name in PARAMETERS):
            raise Refusal("stockGroupCd, stockCd and nextKey are needed, each once")
        return [values[name][0] for name in PARAMETERS]

    def is_group(self, group: str) -> bool:
        return group in GROUPS

    def fits(self, instrument: Instrument, group: str, code: str) -> bool:
        return group in ("ALL", instrument.group) and code in ("", instrument.code)

    def comes_after(self, instrument: Instrument, last: tuple[str, str]) -> bool:
        return instrument.place > last

    def page(self, found: list[Instrument], group: str, key: str) -> dict:
        shown = found[:PAGE_SIZE]
        return {
            "details": [self.record(instrument) for instrument in shown],
            "buyPrices": {self.price_name(one): self.price(one, +1) for one in shown},
            "sellPrices": {self.price_name(one): self.price(one, -1) for one in shown},
            "nextKey": self.write_key(shown[-1].place, group) if shown else key,
            "hasNext": self.more_follow(found),
        }

    def more_follow(self, found: list[Instrument]) -> bool:
        return len(found) > PAGE_SIZE

    def record(self, instrument: Instrument) -> dict:
        return instrument.record()

    def price_name(self, instrument: Instrument) -> str:
        return f"{instrument.code}@{instrument.quote}"

    def price(self, instrument: Instrument, direction: int) -> str:
        """A quote that moves with every look at it."""
        moved = next(self.quotes) % 5 * instrument.point
        return f"{instrument.close + moved + direction * instrument.spread:f}"

    # Keys: the place of the last instrument, and a MAC over it and the group it was asked for.

    def write_key(self, place: tuple[str, str], group: str) -> str:
        said = json.dumps(place).encode()
        return f"{b64encode(said).decode()}+{b64encode(self.key_mac(said, group)).decode()}"

    def read_key(self, key: str, group: str) -> tuple[str, str]:
        try:
            # "+" is also a digit of base64, so the MAC is told by its length.
            said, mac = self.key_parts(key)
        except ValueError as unreadable:
            raise Refusal("nextKey is none of ours") from unreadable
        if not hmac.compare_digest(mac, self.key_mac(said, group)):
            raise Refusal("nextKey is none of ours")
        return tuple(json.loads(said))

    def key_parts(self, key: str) -> tuple[bytes, bytes]:
        return b64decode(key[:-25], validate=True), b64decode(key[-24:], validate=True)

    def key_mac(self, said: bytes, group: str) -> bytes:
        return hmac.digest(self.paging_key, group.encode() + b"\n" + said, "sha256")[:16]
