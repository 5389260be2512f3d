"""Who may come in: the token of both operations, timestamp and signature of a modify (section 5)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import time
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode

from refusal import NotSigned, Refusal, Unauthorized

WINDOW_S = 60
# The service's clock is slow, and its Date header says so.
CLOCK_IS_OFF_S = -17
TOKEN_LIFE_S = 6 * 3600
SIGNATURE_TEMPLATE = r"{method|lower} {target|sha256|base64}\n{timestamp};{token|sha256|hex};{body|sha512|base64}"


def base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def only(headers, name: str) -> str | None:
    """The value of a header that is there once; two that could mean different things mean nothing."""
    values = headers.get_all(name) or []
    return values[0] if len(values) == 1 else None


class Gate:
    def __init__(self):
        super().__init__()
        self.token_key = secrets.token_bytes(48)
        self.signing_key = secrets.token_bytes(48)
        self.token = self.issue_token()

    def now(self) -> float:
        return time.time() + CLOCK_IS_OFF_S

    # Token

    def issue_token(self) -> str:
        issued = int(self.now())
        parts = (
            {"typ": "JWT", "alg": "HS384", "kid": "gate-1"},
            {"sub": "desk", "iss": "gate", "iat": issued, "exp": issued + TOKEN_LIFE_S},
        )
        said = ".".join(base64url(json.dumps(part).encode()) for part in parts)
        return f"{said}.{self.token_mac(said)}"

    def token_mac(self, said: str) -> str:
        return base64url(hmac.digest(self.token_key, said.encode(), "sha384"))

    def check_token(self, headers) -> str:
        scheme, _, token = (only(headers, "Authorization") or "").partition(" ")
        if scheme != "Bearer" or not self.token_is_ours(token):
            raise Unauthorized
        return token

    def token_is_ours(self, token: str) -> bool:
        if not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token, re.ASCII):
            return False
        said, _, mac = token.rpartition(".")
        return hmac.compare_digest(mac, self.token_mac(said)) and self.token_claims(said)["exp"] > self.now()

    def token_claims(self, said: str) -> dict:
        # Whatever has our MAC was written by issue_token.
        return json.loads(urlsafe_b64decode(said.split(".")[1] + "=="))

    # Timestamp

    def check_timestamp(self, headers) -> str:
        text = only(headers, "X-Timestamp") or ""
        seconds = self.read_timestamp(text)
        if not self.is_near(seconds):
            raise Refusal("X-Timestamp is too far from our time")
        return text

    def read_timestamp(self, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text):
            raise Refusal("X-Timestamp is no number of seconds")
        return int(text)

    def is_near(self, seconds: int) -> bool:
        return abs(int(self.now()) - seconds) <= WINDOW_S

    # Signature

    def check_signature(self, headers, *, method: str, target: str, timestamp: str, token: str, body: bytes) -> None:
        given = (only(headers, "X-Signature") or "").lower()
        if not self.same_signature(given, self.signature(method, target, timestamp, token, body)):
            raise NotSigned("X-Signature is not the signature of this request")

    def signature(self, method: str, target: str, timestamp: str, token: str, body: bytes) -> str:
        """What SIGNATURE_TEMPLATE says."""
        path = b64encode(hashlib.sha256(target.encode("latin-1")).digest()).decode()
        bearer = hashlib.sha256(token.encode()).hexdigest()
        content = b64encode(hashlib.sha512(body).digest()).decode()
        signed = f"{method.lower()} {path}\n{timestamp};{bearer};{content}"
        return hmac.new(self.signing_key, signed.encode(), "sha512").hexdigest()

    def same_signature(self, given: str, right: str) -> bool:
        return hmac.compare_digest(given.encode(), right.encode())
