"""Connections to the database, and what its errors mean to a caller."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from errors import CallError

SCHEMA = Path(__file__).with_name("schema.sql")

# SQLite has one writer at a time. Waiting here is fair; waiting in SQLite is a lottery.
ONE_WRITER = threading.Lock()


def create(path: str) -> None:
    """Makes the database and its tables, where they are not there yet."""
    sql = sqlite3.connect(path, isolation_level=None)
    sql.execute("PRAGMA journal_mode = WAL")
    sql.executescript(SCHEMA.read_text("utf-8"))
    sql.close()


def connect(path: str) -> sqlite3.Connection:
    """A connection for one thread. A database that has gone is not made anew: it would be empty."""
    sql = sqlite3.connect(f"file:{quote(path)}?mode=rw", uri=True, timeout=5, isolation_level=None)
    sql.row_factory = sqlite3.Row
    sql.execute("PRAGMA foreign_keys = ON")
    # What was acknowledged survives the loss of power.
    sql.execute("PRAGMA synchronous = FULL")
    return sql


@contextmanager
def transaction(sql: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing. Not even a crash comes between the effect of a write and its receipt."""
    with ONE_WRITER:
        sql.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            # SQLite ends some transactions by itself.
            if sql.in_transaction:
                sql.execute("ROLLBACK")
            raise
        commit(sql)


def commit(sql: sqlite3.Connection) -> None:
    try:
        sql.execute("COMMIT")
    except sqlite3.Error as error:
        if sql.in_transaction:
            sql.execute("ROLLBACK")
            raise
        # Ended, and nobody can say which way.
        raise CallError("indeterminate") from error


def now(later: timedelta = timedelta()) -> str:
    """The present as the protocol writes it."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def meaning_of(error: sqlite3.Error) -> CallError:
    """What a database in trouble is to the caller: an error, and never "nobody"."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return CallError("transient")
    if name.startswith("SQLITE_READONLY"):
        return CallError("readonly")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return CallError("corrupt")
    return CallError("unavailable")
