"""The protocol over http.server: reads requests, writes answers, and never logs a value."""

import re
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from dispatch import Request, Seen, dispatch, refusal
from errors import CallError
from keys import Caller
from receipts import Answer
from store import connect, meaning_of

LARGEST_BODY = 256 * 1024
MOST_DISCARDED = 4 * LARGEST_BODY


class Server(ThreadingHTTPServer):
    """One thread for each connection, with its own connection to the database."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], database: str, callers: list[Caller]) -> None:
        super().__init__(address, Handler)
        self.database = database
        self.callers = callers

    def handle_error(self, request, client_address) -> None:
        # A client that disconnects during an answer is not worth a stack trace.
        log("connection lost:", type(sys.exception()).__name__)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Seconds that a connection may be idle.
    timeout = 30
    # Without this, the body waits until the client has acknowledged the headers.
    disable_nagle_algorithm = True

    server: Server
    sql: sqlite3.Connection | None = None

    def answer(self) -> None:
        start = time.monotonic()
        seen = Seen()
        self.unread = self.body_length()
        # http.server normalizes leading slashes in `self.path`; the protocol compares every character.
        path = self.requestline.split()[1]
        request = Request(self.command, path, self.header, self.read_body)
        try:
            answer = dispatch(request, self.server.callers, self.connection_of_ours, seen)
        except CallError as error:
            answer = refusal(error, seen)
        except sqlite3.Error as error:
            answer = refusal(meaning_of(error), seen)
        except OSError:
            # The connection is lost or too slow: http.server closes it.
            raise
        except Exception as error:
            # The transaction was rolled back. The message of the error may hold values; its type does not.
            log("unexpected:", type(error).__name__, "in", seen.call)
            answer = refusal(CallError("transient"), seen)
        self.respond(answer)
        log(seen.call, seen.caller, answer.status, f"{(time.monotonic() - start) * 1000:.1f}ms")

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

    def header(self, name: str) -> str:
        # A header that was sent twice becomes one value, which matches no valid value.
        return ", ".join(self.headers.get_all(name, [])).strip(" \t")

    def connection_of_ours(self) -> sqlite3.Connection:
        if self.sql is None:
            self.sql = connect(self.server.database)
        return self.sql

    def finish(self) -> None:
        super().finish()
        if self.sql is not None:
            self.sql.close()

    def body_length(self) -> int | None:
        """The length of the body; None when it is not clear where the body ends."""
        length = self.header("content-length") or "0"
        is_clear = re.fullmatch("[0-9]{1,15}", length) and not self.header("transfer-encoding")
        return int(length) if is_clear else None

    def read_body(self) -> bytes:
        if self.unread is None:
            raise CallError("invalid")
        if self.unread > LARGEST_BODY:
            raise CallError("too_large")
        length, self.unread = self.unread, 0
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionAbortedError
        return body

    def respond(self, answer: Answer) -> None:
        body = answer.body.encode()
        # A client that is still sending does not read yet, so a limited part of the rest is read and dropped.
        self.rfile.read(min(self.unread or 0, MOST_DISCARDED))
        if self.unread is None or self.unread > MOST_DISCARDED:
            # The rest must not be read as another request.
            self.close_connection = True
        self.send_response_only(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if answer.status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Errors that http.server finds itself: invalid HTTP, or an unknown method."""
        self.close_connection = True
        self.unread = None
        known = "method_not_allowed" if code == 501 else "invalid"
        self.respond(refusal(CallError(known), Seen()))

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing: the messages of http.server contain paths, which can hold anything."""


def log(*words: object) -> None:
    # One write, so that lines of two threads do not mix.
    sys.stderr.write(" ".join(map(str, words)) + "\n")
