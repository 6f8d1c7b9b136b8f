"""Checks a request in the order of the protocol, then runs its call."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import strict_json
from calls import CALLS, Call
from errors import CallError
from hidden import body_of
from keys import Caller, authenticate, hidden_from, may_call
from receipts import Answer, answer_to, once, write_of
from rows import Sql

ROOT = "/v1/"
IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{16,128}")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    header: Callable[[str], str]
    # Raises `too_large` instead of reading more than is allowed.
    read_body: Callable[[], bytes]


@dataclass
class Seen:
    """What may be logged, filled in as it becomes known: the names of the call and the caller, never a value."""

    call: str = "-"
    caller: str = "-"


def dispatch(request: Request, callers: list[Caller], connect: Callable[[], Sql], seen: Seen) -> Answer:
    # The caller is checked first: an unauthenticated caller must not learn which calls exist.
    caller = authenticate(callers, request.header("authorization"))
    if caller is None:
        raise CallError("unauthorized")
    seen.caller = caller.id
    # Compared character by character without decoding, so each call has exactly one spelling.
    call = CALLS.get(request.path.removeprefix(ROOT)) if request.path.startswith(ROOT) else None
    if call is None:
        raise CallError("unknown_call")
    seen.call = call.name
    if request.method != "POST":
        raise CallError("method_not_allowed")
    if not may_call(caller, call):
        raise CallError("forbidden")
    if request.header("content-type") != "application/json" or request.header("content-encoding"):
        raise CallError("unsupported_type")

    body = request.read_body()
    args = arguments(call, body)
    hidden = hidden_from(caller, call)
    if not call.writes:
        sql = connect()
        return answer_to(call.name, lambda: body_of(call.run(sql, *args), hidden))

    key = request.header("idempotency-key")
    if not IDEMPOTENCY_KEY.fullmatch(key):
        raise CallError("key_missing")
    sql = connect()
    write = write_of(caller.id, call.name, key, body)
    return once(sql, write, lambda: body_of(call.run(sql, *args), hidden))


def arguments(call: Call, body: bytes) -> list[object]:
    """The arguments in a body, by position. Missing arguments at the end are None."""
    match strict_json.parse(body):
        case {"args": [*args], **others} if not others and len(args) <= call.takes:
            return args + [None] * (call.takes - len(args))
    raise CallError("invalid")


def refusal(error: CallError, seen: Seen) -> Answer:
    return Answer(error.status, json.dumps(error.body(seen.call if seen.call in CALLS else None)))
