"""Secret fields, which are left out of answers to callers without the permission for them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Secrets:
    permission: str
    fields: tuple[str, ...]


SESSION_TOKENS = Secrets("session_tokens", ("sessionToken",))
PROVIDER_TOKENS = Secrets("provider_tokens", ("access_token", "refresh_token", "id_token"))


def body_of(result: object, hidden: Secrets | None) -> dict[str, object]:
    """The body of an answer. `hidden` points to the fields that hold a value and are left out."""
    if hidden is None:
        return {"result": result}
    pointers = [
        f"{place}/{name}" for place, row in rows_in(result) for name in hidden.fields if row.pop(name, None) is not None
    ]
    return {"result": result, "hidden": pointers} if pointers else {"result": result}


def rows_in(result: object) -> list[tuple[str, dict[str, object]]]:
    """The rows of a result, with their places: one row, a list of them, or neither."""
    if isinstance(result, list):
        return [(f"/{nth}", row) for nth, row in enumerate(result)]
    return [("", result)] if isinstance(result, dict) else []
