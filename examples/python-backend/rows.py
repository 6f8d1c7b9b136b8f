"""Access to rows: one statement each, so that no other request can act between a check and its effect.

Names of tables and columns come only from the models; values are always bound parameters.
"""

import sqlite3
from collections.abc import Iterable

from checks import new_row, to_json
from errors import CallError
from models import Model

Row = dict[str, object]
Key = dict[str, object]
Sql = sqlite3.Connection


def insert(sql: Sql, model: Model, given: object, **defaults: object) -> Row:
    row = new_row(model, given, defaults)
    columns, marks = ", ".join(row), ", ".join("?" * len(row))
    statement = f"INSERT INTO {model.name} ({columns}) VALUES ({marks}) RETURNING *"
    return fetch(sql, model, statement, row.values())[0]


def find(sql: Sql, model: Model, key: Key | None) -> Row | None:
    found = find_all(sql, model, key)
    return found[0] if found else None


def find_all(sql: Sql, model: Model, key: Key | None) -> list[Row]:
    if key is None:
        return []
    return fetch(sql, model, f"SELECT * FROM {model.name} WHERE {equal(key)}", key.values())


def update(sql: Sql, model: Model, key: Key, patch: Row, guard: str = "TRUE", *bound: object) -> Row | None:
    """Changes a row if the guard holds. An empty patch only reads the row."""
    condition = f"{equal(key)} AND {guard}"
    values = (*patch.values(), *key.values(), *bound)
    if patch:
        columns = ", ".join(f"{name} = ?" for name in patch)
        statement = f"UPDATE {model.name} SET {columns} WHERE {condition} RETURNING *"
    else:
        statement = f"SELECT * FROM {model.name} WHERE {condition}"
    updated = fetch(sql, model, statement, values)
    return updated[0] if updated else None


def take(sql: Sql, model: Model, key: Key | None) -> Row | None:
    """Removes and returns a row: of any number of concurrent callers, one gets it."""
    if key is None:
        return None
    taken = fetch(sql, model, f"DELETE FROM {model.name} WHERE {equal(key)} RETURNING *", key.values())
    return taken[0] if taken else None


def fetch(sql: Sql, model: Model, statement: str, values: Iterable[object]) -> list[Row]:
    try:
        found = sql.execute(statement, tuple(values)).fetchall()
    except sqlite3.IntegrityError as error:
        raise refused(model, error) from None
    return [to_json(model, row) for row in found]


def equal(key: Key) -> str:
    return " AND ".join(f"{name} = ?" for name in key)


def refused(model: Model, error: sqlite3.IntegrityError) -> CallError:
    if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
        # The user that the row belongs to does not exist.
        return CallError("not_found", model.name)
    # "UNIQUE constraint failed: account.provider, account.providerAccountId"
    columns = str(error).partition(": ")[2].split(", ")
    return CallError("conflict", model.name, *(column.partition(".")[2] for column in columns))
