"""
A small service of the interface, for the proof of the suite: Python's standard library alone, a thread for each
connection, orders in SQLite. Written from the document; where that is silent it answers in ways of its own.

python3 service.py --port 0 [--fault NAME]    prints one line of JSON, and ends when its standard input does
python3 service.py --list-faults
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.dont_write_bytecode = True

from faults import FAULTS, listed  # noqa: E402
from gate import SIGNATURE_TEMPLATE, Gate, base64url  # noqa: E402
from lookup import Lookup  # noqa: E402
from modify import Modify  # noqa: E402
from order_source import OrderSource  # noqa: E402
from refusal import Declined, NotAllowed, NotFound, NotJson, Refusal, TooLarge  # noqa: E402

PREFIX = "/gx/open-api/v1"
ORDERS_PATH = "/test-desk"
MAX_BODY = 48 * 1024


class Service(Gate, Lookup, Modify, OrderSource):
    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()

    def answer(self, method: str, target: str, headers, body: bytes) -> tuple[int, object]:
        """Status and body; no body where it is None."""
        path, _, query = target.partition("?")
        try:
            if path == PREFIX + "/stocks/orders":
                return 200, self.envelope(0, self.answer_lookup(method, query, headers))
            if path == PREFIX + "/orders/modify":
                return 200, self.envelope(0, self.answer_modify(method, target, headers, body))
            if path == ORDERS_PATH and method == "POST":
                with self.lock:
                    return 200, self.place(body)
            raise NotFound
        except Declined:
            return 200, self.envelope(4090, {"success": False})
        except Refusal as refusal:
            return refusal.status, refusal.body()
        except Exception as error:
            return 500, {"error": repr(error)}

    def answer_lookup(self, method: str, query: str, headers) -> dict:
        if method != "GET":
            raise NotAllowed("GET is what this path is for")
        self.check_token(headers)
        return self.lookup(query)

    def answer_modify(self, method: str, target: str, headers, body: bytes) -> dict:
        if method != "POST":
            raise NotAllowed("POST is what this path is for")
        token = self.check_token(headers)
        timestamp = self.check_timestamp(headers)
        self.check_signature(headers, method=method, target=target, timestamp=timestamp, token=token, body=body)
        if (headers.get("Content-Type") or "").partition(";")[0].strip().lower() != "application/json":
            raise NotJson("a modify is application/json")
        if len(body) > MAX_BODY:
            raise TooLarge("the body is too large")
        with self.lock:
            return self.modify(body)

    def envelope(self, code: int, data: dict) -> dict:
        return {"data": data, "code": code, "status": "done" if code == 0 else "not done"}


class Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # One write for head and body together.
    wbufsize = -1
    service: Service

    def do_POST(self):
        if self.headers.get("Transfer-Encoding") is not None:
            self.close_connection = True
            return self.reply(411, "send a Content-Length")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return self.reply(*self.service.answer(self.command, self.path, self.headers, body))

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = do_POST

    def reply(self, status: int, body: object) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if content:
            self.send_header("Content-Type", "application/json;charset=UTF-8")
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def send_error(self, code, message=None, explain=None):
        """What http.server cannot read: with a JSON body in place of its HTML page."""
        self.close_connection = True
        self.reply(405 if code == 501 else code, message)

    def date_time_string(self, timestamp=None):
        return formatdate(self.service.now(), usegmt=True)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """A client that goes away is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def serve(port: int, fault: str | None) -> None:
    kind = Service if fault is None else type("FaultyService", (FAULTS[fault], Service), {})
    service = kind()
    server = Server(("127.0.0.1", port), type("Bound", (Connection,), {"service": service}))
    origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    started = {
        "baseUrl": origin + PREFIX,
        "ordersUrl": origin + ORDERS_PATH,
        "token": service.token,
        "signingKey": base64url(service.signing_key),
        "signingKeyEncoding": "base64url",
        "signatureTemplate": SIGNATURE_TEMPLATE,
    }
    print(json.dumps(started), flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, default=0)
    arguments.add_argument("--fault", choices=FAULTS)
    arguments.add_argument("--list-faults", action="store_true")
    given = arguments.parse_args()
    if given.list_faults:
        print(json.dumps(listed(), indent=2))
    else:
        serve(given.port, given.fault)


if __name__ == "__main__":
    main()
