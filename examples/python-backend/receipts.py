"""One effect for each write, however often it is sent."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from errors import CallError
from rows import Sql
from store import now, transaction

KEPT = timedelta(hours=24)


@dataclass(frozen=True)
class Answer:
    status: int
    body: str


@dataclass(frozen=True)
class Write:
    """What makes a request the same request; `digest` is of its body."""

    caller: str
    call: str
    key: str
    digest: str


def write_of(caller: str, call: str, key: str, body: bytes) -> Write:
    return Write(caller, call, key, hashlib.sha256(body).hexdigest())


def answer_to(call: str, effect: Callable[[], object]) -> Answer:
    """What an effect comes to: its result, or its error as an answer."""
    try:
        return Answer(200, json.dumps({"result": effect()}))
    except CallError as error:
        return Answer(error.status, json.dumps(error.body(call)))


def once(sql: Sql, write: Write, effect: Callable[[], object]) -> Answer:
    """Answers as the first time if there was one. Receipt, effect and answer are one transaction, so that a
    second request waits for the first one to end, and no crash leaves one without the other."""
    with transaction(sql):
        sql.execute("DELETE FROM receipt WHERE forgotten <= ?", (now(),))
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
        receipt = (*scope, write.digest, answer.status, answer.body, now(KEPT))
        sql.execute("INSERT INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)", receipt)
        return answer
