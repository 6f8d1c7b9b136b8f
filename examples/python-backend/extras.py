"""The extras: calls that `mortise/auth` needs and the contract lacks. They are optional."""

from checks import changes, column, key, object_of
from errors import CallError
from models import ACCOUNT, AUTHENTICATOR, SESSION, USER, VERIFICATION_TOKEN, Model
from operations import create_user
from rows import Row, Sql, fetch, find, find_all, insert, take, update
from store import now


def sign_up(sql: Sql, rows: object) -> Row:
    """Stores all rows or none: an error rolls the whole transaction back."""
    given = object_of(USER, rows)
    made = {"user": create_user(sql, given.get("user"))}
    for model in (ACCOUNT, SESSION):
        if model.name in given:
            row = object_of(model, given[model.name]) | {"userId": made["user"]["id"]}
            made[model.name] = insert(sql, model, row)
    return made


def list_sessions(sql: Sql, user_id: object) -> list[Row]:
    present = now()
    sessions = find_all(sql, SESSION, key(SESSION, userId=user_id))
    return [session for session in sessions if session["expires"] > present]


def list_accounts(sql: Sql, user_id: object) -> list[Row]:
    return find_all(sql, ACCOUNT, key(ACCOUNT, userId=user_id))


def update_account(sql: Sql, account: object, when: object) -> Row | str:
    """With `when`, the account changes only if its tokens are still the given ones."""
    named, patch = changes(ACCOUNT, account)
    if "userId" in patch:
        raise CallError("invalid", ACCOUNT.name, "userId")
    if when is None or not patch:
        return update(sql, ACCOUNT, named, patch) or "absent"
    given = object_of(ACCOUNT, when)
    names = [name for name in ("refresh_token", "access_token") if name == "refresh_token" or name in given]
    guard = " AND ".join(f"{name} IS ?" for name in names)
    expected = [column(ACCOUNT, name, given.get(name)) for name in names]
    return update(sql, ACCOUNT, named, patch, guard, *expected) or miss(sql, ACCOUNT, named)


def extend_session(sql: Sql, session: object) -> Row | str:
    """Moves the expiry only if it is still `from`. An expired session stays expired."""
    given = object_of(SESSION, session)
    named, patch = changes(SESSION, {"sessionToken": given.get("sessionToken"), "expires": given.get("to")})
    start = column(SESSION, "expires", given.get("from"))
    present = now()
    extended = update(sql, SESSION, named, patch, "expires = ? AND expires > ?", start, present)
    if extended:
        return extended
    current = find(sql, SESSION, named)
    return "refused" if current and current["expires"] > present else "absent"


def verify_email(sql: Sql, user_id: object, email: object, at: object) -> Row | str:
    """Sets the date once, and only for the address that was proved."""
    named, patch = changes(USER, {"id": user_id, "emailVerified": now() if at is None else at})
    proved = key(USER, email=email)
    if proved is None:
        return miss(sql, USER, named)
    guard = "emailVerified IS NULL AND email = ?"
    return update(sql, USER, named, patch, guard, proved["email"]) or miss(sql, USER, named)


def drop_tokens(sql: Sql, identifier: object) -> int:
    named = key(VERIFICATION_TOKEN, identifier=identifier)
    if named is None:
        return 0
    statement = "DELETE FROM verificationToken WHERE identifier = ? RETURNING *"
    return len(fetch(sql, VERIFICATION_TOKEN, statement, named.values()))


def remove_authenticator(sql: Sql, credential_id: object) -> Row | None:
    return take(sql, AUTHENTICATOR, key(AUTHENTICATOR, credentialID=credential_id))


def miss(sql: Sql, model: Model, named: dict[str, object]) -> str:
    """Why a guarded change did not happen. No other request writes during this transaction."""
    return "refused" if find(sql, model, named) else "absent"
