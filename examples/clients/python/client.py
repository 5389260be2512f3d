"""
A client of the trading interface: lists the instruments that can be ordered, and modifies an order.

Python 3.9 or later, standard library only. ../README.md says how to run it and what to change.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import sys
import time
from urllib.parse import quote, urlsplit

TIMEOUT_S = 10
MOST_PAGES = 10_000

# Which prices an order type needs; one that is not needed is sent as 0.
PRICES = {
    "MARKET": [],
    "LIMIT": ["orderPrice"],
    "STOP": ["barrierPrice"],
    "LIMIT_STOP": ["barrierPrice", "orderPrice"],
}
IDENTITY = ["stockCd", "orderTypeCd", "sideCd", "orderDateTime", "orderNo", "orderQuantity"]
CONDITIONS = {
    "profitRealizationYn": "profitRealizationBarrierPrice",
    "lossCutYn": "lossCutBarrierPrice",
}
CHANGEABLE = {"barrierPrice", "orderPrice", "lossTrackingYn", *CONDITIONS.keys(), *CONDITIONS.values()}


class Failed(Exception):
    """What was asked for could not be done; the text says why."""


class Number(str):
    """A JSON number in the digits it came in: a price is sent as it was written, without a detour over a float."""


class Client:
    def __init__(self, base_url: str, token: str, key: bytes):
        url = urlsplit(base_url)
        self.connection = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self.host = url.netloc
        self.prefix = url.path.rstrip("/")
        self.token = token
        self.key = key

    def list_instruments(self, group: str, code: str) -> list[str]:
        codes: list[str] = []
        seen = set()
        next_key = ""
        for _ in range(MOST_PAGES):
            query = "&".join(
                f"{name}={quote(value, safe='')}"
                for name, value in [("stockGroupCd", group), ("stockCd", code), ("nextKey", next_key)]
            )
            has_next, next_key, page = read_page(*self.send("GET", f"{self.prefix}/stocks/orders?{query}"))
            codes += page
            if not has_next:
                return codes
            if not isinstance(next_key, str) or next_key == "":
                raise Failed("The service says that there is a further page, and gives no nextKey to it.")
            if (next_key, *page) in seen:
                raise Failed("The service gives the same page with the same nextKey again and again.")
            seen.add((next_key, *page))
        raise Failed(f"The instruments have more than {MOST_PAGES} pages.")

    def modify_order(self, order: dict, change: dict) -> bool:
        body = to_json(modify_body(order, change)).encode()
        target = f"{self.prefix}/orders/modify"
        timestamp = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "X-Timestamp": timestamp,
            "X-Signature": self.sign(timestamp, "POST", target, body),
        }
        try:
            status, text = self.send("POST", target, body, headers)
        except Failed as failed:
            # Not sent again: it may have been carried out, and may not have been.
            raise Failed(f"{failed} The outcome is not known: look the order up before anything else.") from failed
        return read_outcome(status, text)

    def sign(self, timestamp: str, method: str, target: str, body: bytes) -> str:
        # This is the recipe {timestamp}{method}{target}{body}. Another one of your service goes here.
        covered = f"{timestamp}{method}{target}".encode() + body
        return hmac.new(self.key, covered, hashlib.sha512).hexdigest()

    def send(self, method: str, target: str, body: bytes | None = None, headers: dict | None = None) -> tuple[int, bytes]:
        """Status and body of the answer. A redirect is an answer like any other: nothing is sent elsewhere."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json", **(headers or {})}
        deadline = time.monotonic() + TIMEOUT_S
        connection = self.connection(self.host, timeout=TIMEOUT_S)
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            return response.status, read_all(response, deadline)
        except (OSError, http.client.HTTPException) as error:
            raise Failed(f"No answer came: {error or type(error).__name__}.") from error
        finally:
            connection.close()


def read_all(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The whole body. The time-out of the socket is one of each read, so the sum is watched here."""
    parts = []
    while part := response.read1(65536):
        parts.append(part)
        if time.monotonic() > deadline:
            raise TimeoutError("timed out")
    if response.length:
        raise http.client.IncompleteRead(b"".join(parts), response.length)
    return b"".join(parts)


def modify_body(order: dict, change: dict) -> dict:
    """All that identifies the order, its prices, and of the conditions only what is to be changed."""
    unknown = set(change) - CHANGEABLE
    if unknown:
        raise Failed(f"A modification cannot change {', '.join(sorted(unknown))}.")
    body = {name: order[name] for name in IDENTITY}
    for name in ("barrierPrice", "orderPrice"):
        body[name] = change.get(name, order[name]) if name in PRICES[order["orderTypeCd"]] else 0
    for switch, price in CONDITIONS.items():
        if switch not in change and price not in change:
            continue
        if change.get(switch) == "N":
            body.update({switch: "N", price: 0})
            continue
        if switch not in order:
            raise Failed(f"The order has no {switch}, and none can be added to it.")
        value = change.get(price, order.get(price))
        if value is None or float(value) == 0:
            raise Failed(f"{switch} Y needs {price}.")
        body.update({switch: "Y", price: value})
    if "lossTrackingYn" in change:
        body["lossTrackingYn"] = change["lossTrackingYn"]
    return body


def to_json(body: dict) -> str:
    members = (f"{json.dumps(name)}:{value if isinstance(value, Number) else json.dumps(value)}" for name, value in body.items())
    return "{" + ",".join(members) + "}"


def read_outcome(status: int, text: bytes) -> bool:
    """Whether the order was modified. Only an envelope can say so; the body of a refusal is not looked at."""
    if 400 <= status <= 499:
        return False
    success = read_data(status, text).get("success") if status == 200 else None
    if not isinstance(success, bool):
        raise Failed(f"The answer, with status {status}, says neither yes nor no: the outcome is not known.")
    return success


def read_page(status: int, text: bytes) -> tuple[bool, object, list[str]]:
    """hasNext, nextKey and the codes of a page."""
    if status != 200:
        raise Failed(f"The service refused the lookup with status {status}.")
    data = read_data(status, text)
    has_next, details = data.get("hasNext"), data.get("details")
    if not isinstance(has_next, bool) or not isinstance(details, list):
        raise Failed("The answer has no page in it.")
    codes = [record.get("stockCd") if isinstance(record, dict) else None for record in details]
    if not all(isinstance(code, str) for code in codes):
        raise Failed("The page has an instrument without a stockCd.")
    return has_next, data.get("nextKey"), codes


def read_data(status: int, text: bytes) -> dict:
    """`data` of an envelope; empty where the answer is none."""
    try:
        envelope = json.loads(text.decode("utf-8-sig"), parse_constant=no_number)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(envelope, dict):
        return {}
    marker, code, data = envelope.get("status"), envelope.get("code"), envelope.get("data")
    whole = isinstance(code, int) and not isinstance(code, bool) or isinstance(code, float) and code.is_integer()
    return data if isinstance(marker, str) and whole and isinstance(data, dict) else {}


def no_number(text: str):
    raise ValueError(f"{text} is no JSON")


def read_key(text: str, encoding: str) -> bytes:
    try:
        if encoding == "utf8":
            return text.encode()
        if encoding == "hex":
            return bytes.fromhex(text)
        if encoding in ("base64", "base64url"):
            standard = text.translate(str.maketrans("-_", "+/")).rstrip("=")
            return base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except ValueError:
        pass
    raise Failed(f"The signing key cannot be read as {encoding}.")


def setting(name: str, default: str | None = None) -> str:
    value = os.environ.get(name) or default
    if value is None:
        raise Failed(f"{name} is not set.")
    return value


def perform() -> object:
    template = setting("TRADECERT_SIGNATURE_TEMPLATE", "concat")
    if template not in ("concat", "{timestamp}{method}{target}{body}"):
        raise Failed(f"This client does not sign by {template}: see sign().")
    key = read_key(setting("TRADECERT_SIGNING_KEY"), setting("TRADECERT_SIGNING_KEY_ENCODING", "utf8"))
    client = Client(setting("TRADECERT_BASE_URL"), setting("TRADECERT_TOKEN"), key)
    task = json.loads(setting("TRADECERT_TASK"), parse_float=Number, parse_int=Number)
    if task["task"] == "list-instruments":
        return client.list_instruments(task["stockGroupCd"], task["stockCd"])
    if task["task"] == "modify-order":
        return {"success": client.modify_order(task["order"], task["change"])}
    raise Failed(f"There is no task {task['task']}.")


if __name__ == "__main__":
    try:
        print(json.dumps(perform()))
    except Failed as failed:
        print(json.dumps({"error": str(failed)}))
        sys.exit(1)
