"""How a request is refused. The document shows no refusal; each is JSON, or has no body at all."""

from __future__ import annotations


class Refusal(Exception):
    status = 400

    def body(self) -> object:
        return str(self)


class Unauthorized(Refusal):
    """No token, or none of ours: the answer says nothing more."""

    status = 401

    def body(self) -> object:
        return None


class NotSigned(Refusal):
    status = 403


class NotFound(Refusal):
    status = 404

    def body(self) -> object:
        return []


class NotAllowed(Refusal):
    status = 405


class Conflict(Refusal):
    status = 409


class TooLarge(Refusal):
    status = 413


class NotJson(Refusal):
    status = 415


class WrongField(Refusal):
    status = 422

    def __init__(self, field: str, says: str):
        super().__init__(says)
        self.field = field

    def body(self) -> object:
        return [{"field": self.field, "says": str(self)}]


class Declined(Refusal):
    """Understood and not done: the envelope of a success around `success: false`."""

    status = 200
