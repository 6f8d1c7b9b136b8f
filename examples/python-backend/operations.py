"""The nineteen operations, and the batched session lookup that busy clients send."""

import uuid

from checks import changes, key, key_in, to_json
from errors import CallError
from models import ACCOUNT, AUTHENTICATOR, SESSION, USER, VERIFICATION_TOKEN, Model
from rows import Row, Sql, fetch, find, find_all, insert, take, update
from store import now

MOST_TOKENS = 64


def create_user(sql: Sql, user: object) -> Row:
    return insert(sql, USER, user, id=str(uuid.uuid4()))


def get_user(sql: Sql, user_id: object) -> Row | None:
    return find(sql, USER, key(USER, id=user_id))


def get_user_by_email(sql: Sql, email: object) -> Row | None:
    return find(sql, USER, key(USER, email=email))


def get_user_by_account(sql: Sql, account: object) -> Row | None:
    named = key_in(ACCOUNT, account)
    if named is None:
        return None
    owner = "SELECT userId FROM account WHERE provider = ? AND providerAccountId = ?"
    found = fetch(sql, USER, f"SELECT * FROM user WHERE id = ({owner})", named.values())
    return found[0] if found else None


def update_user(sql: Sql, user: object) -> Row:
    return update(sql, USER, *changes(USER, user)) or missing(USER)


def delete_user(sql: Sql, user_id: object) -> Row | None:
    removed = take(sql, USER, key(USER, id=user_id))
    # Foreign keys have removed the other rows. Tokens belong to the address, not to the user.
    if removed:
        sql.execute("DELETE FROM verificationToken WHERE identifier = ?", (removed["email"],))
    return removed


def link_account(sql: Sql, account: object) -> Row:
    return insert(sql, ACCOUNT, account)


def unlink_account(sql: Sql, account: object) -> Row | None:
    return take(sql, ACCOUNT, key_in(ACCOUNT, account))


def get_account(sql: Sql, provider_account_id: object, provider: object) -> Row | None:
    return find(sql, ACCOUNT, key(ACCOUNT, provider=provider, providerAccountId=provider_account_id))


def create_session(sql: Sql, session: object) -> Row:
    made = insert(sql, SESSION, session)
    # Expired sessions are absent for every call already: this frees their space.
    sql.execute("DELETE FROM session WHERE expires <= ?", (now(),))
    return made


def get_session_and_user(sql: Sql, session_token: object) -> Row | None:
    named = key(SESSION, sessionToken=session_token)
    if named is None:
        return None
    # One statement reads both rows, so that no change can happen between two reads.
    joined = "SELECT * FROM session JOIN user ON user.id = session.userId"
    statement = f"{joined} WHERE sessionToken = ? AND expires > ?"
    found = sql.execute(statement, (*named.values(), now())).fetchone()
    return {"session": to_json(SESSION, found), "user": to_json(USER, found)} if found else None


def get_sessions_and_users(sql: Sql, session_tokens: object) -> list[Row | None]:
    if not isinstance(session_tokens, list) or len(session_tokens) > MOST_TOKENS:
        raise CallError("invalid")
    return [get_session_and_user(sql, token) for token in session_tokens]


def update_session(sql: Sql, session: object) -> Row | None:
    return update(sql, SESSION, *changes(SESSION, session), "expires > ?", now())


def delete_session(sql: Sql, session_token: object) -> Row | None:
    removed = take(sql, SESSION, key(SESSION, sessionToken=session_token))
    return removed if removed and removed["expires"] > now() else None


def create_verification_token(sql: Sql, token: object) -> Row:
    return insert(sql, VERIFICATION_TOKEN, token)


def use_verification_token(sql: Sql, token: object) -> Row | None:
    return take(sql, VERIFICATION_TOKEN, key_in(VERIFICATION_TOKEN, token))


def create_authenticator(sql: Sql, authenticator: object) -> Row:
    return insert(sql, AUTHENTICATOR, authenticator)


def get_authenticator(sql: Sql, credential_id: object) -> Row | None:
    return find(sql, AUTHENTICATOR, key(AUTHENTICATOR, credentialID=credential_id))


def list_authenticators_by_user_id(sql: Sql, user_id: object) -> list[Row]:
    return find_all(sql, AUTHENTICATOR, key(AUTHENTICATOR, userId=user_id))


def update_authenticator_counter(sql: Sql, credential_id: object, counter: object) -> Row:
    named, patch = changes(AUTHENTICATOR, {"credentialID": credential_id, "counter": counter})
    updated = update(sql, AUTHENTICATOR, named, patch, "counter <= ?", patch["counter"])
    if updated is None and find(sql, AUTHENTICATOR, named):
        raise CallError("counter_regression", AUTHENTICATOR.name)
    return updated or missing(AUTHENTICATOR)


def missing(model: Model) -> Row:
    raise CallError("not_found", model.name)
