"""Converts arguments into columns and keys, and rows into JSON, as the models describe."""

import re
import unicodedata
from datetime import datetime

from errors import CallError
from models import Field, Model

# Values that a failed profile request produces: all users with such an id would share one account.
NOT_AN_ID = {"", "0", "undefined", "null", "NaN", "[object Object]", "true", "false"}

# Each time has exactly one spelling.
TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.[0-9]{3}Z")


def new_row(model: Model, given: object, defaults: dict[str, object]) -> dict[str, object]:
    """The columns of a new row. Fields that the model does not have are ignored."""
    members = object_of(model, given)
    if not members.keys() & model.fields.keys():
        raise CallError("invalid", model.name)
    members = defaults | members
    return {name: column(model, name, members.get(name)) for name in model.fields}


def changes(model: Model, given: object) -> tuple[dict[str, object], dict[str, object]]:
    """The primary key and the columns that change. Null clears a column; an absent one stays unchanged."""
    members = object_of(model, given)
    row = {
        name: column(model, name, members.get(name))
        for name in model.fields
        if name in members or name in model.key
    }
    return {name: row.pop(name) for name in model.key}, row


def key(model: Model, **parts: object) -> dict[str, str] | None:
    """The canonical form of a key; None when no row can have it."""
    made = {}
    for name, value in parts.items():
        if value is None:
            return None
        made[name] = canonical(model, name, value)
        if not is_storable(model.fields[name], made[name]):
            return None
    return made


def key_in(model: Model, given: object) -> dict[str, str] | None:
    """The primary key in an object."""
    if given is None:
        return None
    members = object_of(model, given)
    return key(model, **{name: members.get(name) for name in model.key})


def to_json(model: Model, row) -> dict[str, object]:
    """A row of the database as JSON."""
    made = {}
    for name, field in model.fields.items():
        value = row[name]
        if value is None and field.presence == "optional":
            continue
        if value is not None and field.kind == "boolean":
            value = bool(value)
        made[name] = value
    return made


def object_of(model: Model, given: object) -> dict[str, object]:
    if not isinstance(given, dict):
        raise CallError("invalid", model.name)
    return given


def column(model: Model, name: str, value: object) -> object:
    """A value as it is stored; raises `invalid` when it cannot be stored."""
    field = model.fields[name]
    if value is None:
        if field.presence == "required":
            raise CallError("invalid", model.name, name)
        return None
    if field.kind == "text":
        stored = canonical(model, name, value)
        right = is_storable(field, stored)
    elif field.kind == "date":
        stored, right = value, is_time(value)
    elif field.kind == "boolean":
        stored, right = value, isinstance(value, bool)
    else:
        right = isinstance(value, int | float) and not isinstance(value, bool)
        stored = float(value) if right else value
        if field.kind == "integer":
            right = right and stored.is_integer() and 0 <= stored <= field.most
            stored = int(stored) if right else value
    if not right:
        raise CallError("invalid", model.name, name)
    return stored


def canonical(model: Model, name: str, value: object) -> str:
    """The canonical form of a text, which is stored and compared."""
    if not isinstance(value, str):
        raise CallError("invalid", model.name, name)
    form = model.fields[name].form
    if form == "lower":
        return value.lower()
    return canonical_email(value) if form == "email" else value


def canonical_email(email: str) -> str:
    # Too long to be an address in any form: normalizing it would only cost time.
    if len(email) > 4 * 254:
        return email
    once = unicodedata.normalize("NFKC", email).lower()
    folded = unicodedata.normalize("NFKC", once).strip("\t\n\v\f\r \u1680\u2028\u2029\ufeff")
    local, at, domain = folded.rpartition("@")
    return folded if not at or domain.isascii() else f"{local}@{ascii_domain(domain)}"


def ascii_domain(domain: str) -> str:
    """The ASCII form of an international domain; a text that is not a domain stays as it is."""
    labels = domain.replace("\u3002", ".").replace("\u00ad", "").split(".")
    if not all(label and all(char.isalnum() or char == "-" or unicodedata.combining(char) for char in label) for label in labels):
        return domain
    return ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in labels)


def is_storable(field: Field, value: str) -> bool:
    try:
        size = len(value.encode("utf-8"))
    except UnicodeEncodeError:
        # Half of a surrogate pair.
        return False
    return (
        size <= field.most
        and "\0" not in value
        and not (field.keyed and value == "")
        and not (field.form == "provider_id" and value in NOT_AN_ID)
        and not (field.one_of and value not in field.one_of)
    )


def is_time(value: object) -> bool:
    found = TIME.fullmatch(value) if isinstance(value, str) else None
    try:
        # Refuses the 30th of February and the year 0.
        return found is not None and datetime(*map(int, found.groups())) is not None
    except ValueError:
        return False
