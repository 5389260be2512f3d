#!/usr/bin/env bash
# FastAPI answers a number that its model refuses with 500 where the number is beyond a float.
#
# Versions   fastapi 0.165.0, starlette 1.10.0, pydantic 2.14.4 (called in process by httpx 0.28.1), Python 3.11
# Behaviour  {"orderPrice": 1e400} is JSON, and the field is declared as a finite number. The model refuses it rightly, but the
#            list of errors repeats the input, which Python read as inf, and the 422 is written with allow_nan=False: ValueError,
#            and 500. An own handler of RequestValidationError that does not repeat the input answers as for any other value.
# Output     {"orderPrice": 1.5} 200
#            {"orderPrice": "x"} 422
#            {"orderPrice": 1e400} 500
# Exits with 0 where it is as seen, with 1 where it has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet fastapi==0.165.0 starlette==1.10.0 pydantic==2.14.4 httpx==0.28.1
cat >ask.py <<'PY'
import asyncio
from typing import Annotated

import httpx
from fastapi import FastAPI
from pydantic import BaseModel, Field


class Change(BaseModel):
    orderPrice: Annotated[float, Field(allow_inf_nan=False)]


app = FastAPI()


@app.post("/modify")
async def modify(change: Change) -> float:
    return change.orderPrice


async def main() -> None:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        for body in ('{"orderPrice": 1.5}', '{"orderPrice": "x"}', '{"orderPrice": 1e400}'):
            answer = await client.post("/modify", content=body, headers={"content-type": "application/json"})
            print(body, answer.status_code)


asyncio.run(main())
PY
venv/bin/python ask.py | tee seen
diff - seen <<'SEEN'
{"orderPrice": 1.5} 200
{"orderPrice": "x"} 422
{"orderPrice": 1e400} 500
SEEN
