"""The protocol over http.server: reads requests, writes answers, and logs no value."""

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
    """A thread for each connection, with a connection to the database of its own."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], database: str, callers: list[Caller]) -> None:
        super().__init__(address, Handler)
        self.database = database
        self.callers = callers

    def handle_error(self, request, client_address) -> None:
        # A client that goes away in the middle of an answer is no event.
        log("connection lost:", type(sys.exception()).__name__)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Seconds that a connection may be silent.
    timeout = 30
    # The body must not wait until the head has arrived.
    disable_nagle_algorithm = True

    server: Server
    sql: sqlite3.Connection | None = None

    def answer(self) -> None:
        start = time.monotonic()
        seen = Seen()
        self.unread = self.body_length()
        # http.server folds slashes at the start of `self.path`; here every letter counts.
        path = self.requestline.split()[1]
        request = Request(self.command, path, self.header, self.read_body)
        try:
            answer = dispatch(request, self.server.callers, self.connection_of_ours, seen)
        except CallError as error:
            answer = refusal(error, seen)
        except sqlite3.Error as error:
            answer = refusal(meaning_of(error), seen)
        except OSError:
            # The connection is lost or too slow: http.server ends it.
            raise
        except Exception as error:
            # Whatever it was, its transaction was rolled back. Its message may hold values, its name does not.
            log("unforeseen:", type(error).__name__, "in", seen.call)
            answer = refusal(CallError("transient"), seen)
        self.respond(answer)
        log(seen.call, seen.caller, answer.status, f"{(time.monotonic() - start) * 1000:.1f}ms")

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

    def header(self, name: str) -> str:
        # One that came twice is none that we know.
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
        """The bytes that follow; None when nobody can tell where they end."""
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
        # Who is still sending does not read yet: within reason, the rest is let in and dropped.
        self.rfile.read(min(self.unread or 0, MOST_DISCARDED))
        if self.unread is None or self.unread > MOST_DISCARDED:
            # What is left must not be taken for another request.
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
        """What http.server itself refuses: not HTTP, a method that it does not know."""
        self.close_connection = True
        self.unread = None
        known = "method_not_allowed" if code == 501 else "invalid"
        self.respond(refusal(CallError(known), Seen()))

    def log_message(self, format: str, *args: object) -> None:
        """What http.server would say may hold a path, and so anything."""


def log(*words: object) -> None:
    # One piece, or lines of two threads would mix.
    sys.stderr.write(" ".join(map(str, words)) + "\n")
