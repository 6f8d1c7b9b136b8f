"""Idempotent writes: one effect for each idempotency key, however often the request is sent.

The receipt, the effect and the answer are stored in one transaction. A second request with the same key
therefore waits until the first one has ended, then gets its answer; and a crash leaves either all or nothing.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from errors import CallError
from rows import Sql
from store import now, transaction

LIFETIME = timedelta(hours=24)


@dataclass(frozen=True)
class Answer:
    status: int
    body: str


@dataclass(frozen=True)
class Write:
    """What distinguishes one write from another; `digest` is the digest of the body."""

    caller: str
    call: str
    key: str
    digest: str


def write_of(caller: str, call: str, key: str, body: bytes) -> Write:
    return Write(caller, call, key, hashlib.sha256(body).hexdigest())


def answer_to(call: str, effect: Callable[[], object]) -> Answer:
    """Runs an effect and returns its body or its error as an answer."""
    try:
        return Answer(200, json.dumps(effect()))
    except CallError as error:
        return Answer(error.status, json.dumps(error.body(call)))


def once(sql: Sql, write: Write, effect: Callable[[], object]) -> Answer:
    """Returns the recorded answer if the write has a receipt; otherwise runs the effect and records its answer."""
    with transaction(sql):
        sql.execute("DELETE FROM receipt WHERE expires <= ?", (now(),))
        scope = (write.caller, write.call, write.key)
        statement = "SELECT digest, status, answer FROM receipt WHERE (caller, call, key) = (?, ?, ?)"
        earlier = sql.execute(statement, scope).fetchone()
        if earlier and earlier["digest"] != write.digest:
            raise CallError("key_reused")
        if earlier:
            return Answer(earlier["status"], earlier["answer"])

        sql.execute("SAVEPOINT effect")
        answer = answer_to(write.call, effect)
        if answer.status != 200:
            sql.execute("ROLLBACK TO effect")
        receipt = (*scope, write.digest, answer.status, answer.body, now(LIFETIME))
        sql.execute("INSERT INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)", receipt)
        return answer
