"""Connections to the database, transactions, and the codes for its errors."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from errors import CallError

SCHEMA = Path(__file__).with_name("schema.sql")

# SQLite allows one writer at a time. This lock is fair; waiting inside SQLite is not.
ONE_WRITER = threading.Lock()


def create(path: str) -> None:
    """Creates the database and its tables if they do not exist."""
    sql = sqlite3.connect(path, isolation_level=None)
    sql.execute("PRAGMA journal_mode = WAL")
    sql.executescript(SCHEMA.read_text("utf-8"))
    sql.close()


def connect(path: str) -> sqlite3.Connection:
    """A connection for one thread. A missing database is not created again: it would be empty."""
    sql = sqlite3.connect(f"file:{quote(path)}?mode=rw", uri=True, timeout=5, isolation_level=None)
    sql.row_factory = sqlite3.Row
    sql.execute("PRAGMA foreign_keys = ON")
    # Acknowledged writes survive a power failure.
    sql.execute("PRAGMA synchronous = FULL")
    return sql


@contextmanager
def transaction(sql: sqlite3.Connection) -> Iterator[None]:
    """A transaction: a crash cannot separate the effect of a write from its receipt."""
    with ONE_WRITER:
        sql.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            # SQLite rolls back some transactions automatically.
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
        # The transaction has ended, and it is unknown how.
        raise CallError("indeterminate") from error


def now(later: timedelta = timedelta()) -> str:
    """The current time in the format of the protocol."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def meaning_of(error: sqlite3.Error) -> CallError:
    """The code for an error of the database. It must never look like an absent row."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return CallError("transient")
    if name.startswith("SQLITE_READONLY"):
        return CallError("readonly")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return CallError("corrupt")
    return CallError("unavailable")
