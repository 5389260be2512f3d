"""The two operations in FastAPI."""

import base64
import hashlib
import hmac
import os
import time
from typing import Annotated, Any

import jwt
from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

import book
from models import MENDED, Group, Modify, Wish

# pydantic reads `1_767` and ` 1767.0 ` as an int.
UnixTime = Annotated[str, Header(pattern=r"^[0-9]{1,12}$")] if MENDED else Annotated[int, Header()]

PREFIX = "/public/v1"
PAGE = 3
KEY = os.environ["SIGNING_KEY"].encode()
app = FastAPI()


def authorize(credentials: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]) -> None:
    try:
        jwt.decode(credentials.credentials, os.environ["JWT_SECRET"], algorithms=["HS256"])
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, "the token is not valid") from error


async def verify_signature(
    request: Request, x_timestamp: UnixTime, x_signature: Annotated[str, Header()]
) -> None:
    if abs(time.time() - int(x_timestamp)) > 60:
        raise HTTPException(400, "X-Timestamp is out of the window")
    signed = f"{request.headers['x-timestamp']}{request.method}{request.url.path}".encode() + await request.body()
    expected = hmac.new(KEY, signed, hashlib.sha512).hexdigest()
    if MENDED and len(request.headers.getlist("x-signature")) > 1:
        raise HTTPException(400, "there is more than one X-Signature")
    # Text with characters beyond ASCII is not compared: bytes are.
    given = (expected.encode(), x_signature.encode()) if MENDED else (expected, x_signature)
    if not hmac.compare_digest(*given):
        raise HTTPException(400, "X-Signature is not the signature of this request")


def envelope(data: dict[str, Any]) -> dict[str, Any]:
    return {"status": "OK", "code": 200, "data": data}


@app.post(f"{PREFIX}/orders/modify", dependencies=[Depends(authorize), Depends(verify_signature)])
async def modify_order(body: Modify) -> dict[str, Any]:
    book.modify(body)
    return envelope({"success": True})


@app.get(f"{PREFIX}/stocks/orders", dependencies=[Depends(authorize)])
async def list_stocks(stockGroupCd: Group = "ALL", stockCd: str = "", nextKey: str = "") -> dict[str, Any]:
    found = [
        instrument
        for instrument in book.INSTRUMENTS
        if stockGroupCd in ("ALL", instrument["stockGroupCd"]) and stockCd in ("", instrument["stockCd"])
    ]
    start = 0
    if nextKey:
        codes = [base64.urlsafe_b64encode(instrument["stockCd"].encode()).decode() for instrument in found]
        if nextKey not in codes:
            raise HTTPException(400, "nextKey is none that was given")
        start = codes.index(nextKey)
    page, rest = found[start : start + PAGE], found[start + PAGE :]
    return envelope(
        {
            "hasNext": bool(rest),
            "nextKey": base64.urlsafe_b64encode(rest[0]["stockCd"].encode()).decode() if rest else "",
            "details": page,
            "sellPrices": {one["stockCd"]: str(one["closePrice"]) for one in page},
            "buyPrices": {one["stockCd"]: str(one["closePrice"] + one["pipUnit"]) for one in page},
        }
    )


@app.post("/test-orders")
async def order_source(wish: Wish) -> dict[str, Any]:
    order = book.ORDERS.get(str(wish.show.get("orderNo"))) if wish.show is not None else book.place(wish)
    if order is None:
        raise HTTPException(404)
    return order.shown()


@app.exception_handler(book.Refused)
async def tell_refusal(_: Request, refused: book.Refused) -> JSONResponse:
    return JSONResponse({"detail": str(refused)}, 400)


if MENDED:

    @app.exception_handler(RequestValidationError)
    async def tell_invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        places = [".".join(map(str, one["loc"])) for one in error.errors()]
        return JSONResponse({"detail": f"not valid: {', '.join(places)}"}, 400)
