"""The calls: the function of each, whether it writes, and which permissions allow it."""

from collections.abc import Callable
from dataclasses import dataclass

import extras
import operations
from hidden import PROVIDER_TOKENS, SESSION_TOKENS, Secrets


@dataclass(frozen=True)
class Call:
    name: str
    run: Callable[..., object]
    # The number of arguments.
    takes: int
    writes: bool
    # A key needs one of these.
    permissions: frozenset[str]
    # The secrets that the call reveals. The caller of any other call created the row, or gave its secret.
    reveals: Secrets | None = None


def read(name: str, run: Callable[..., object], takes: int = 1, permission: str = "", **more) -> Call:
    return Call(name, run, takes, False, frozenset({"operations", "reads", permission or name}), **more)


def write(name: str, run: Callable[..., object], takes: int = 1, **more) -> Call:
    return Call(name, run, takes, True, frozenset({"operations", name}), **more)


def extra(name: str, run: Callable[..., object], takes: int = 1, writes: bool = True, **more) -> Call:
    return Call(f"extras.{name}", run, takes, writes, frozenset({"extras", f"extras.{name}"}), **more)


CALLS = {
    call.name: call
    for call in (
        write("createUser", operations.create_user),
        read("getUser", operations.get_user),
        read("getUserByEmail", operations.get_user_by_email),
        read("getUserByAccount", operations.get_user_by_account),
        write("updateUser", operations.update_user),
        write("deleteUser", operations.delete_user),
        write("linkAccount", operations.link_account),
        write("unlinkAccount", operations.unlink_account, reveals=PROVIDER_TOKENS),
        read("getAccount", operations.get_account, takes=2, reveals=PROVIDER_TOKENS),
        write("createSession", operations.create_session),
        read("getSessionAndUser", operations.get_session_and_user),
        read("getSessionsAndUsers", operations.get_sessions_and_users, permission="getSessionAndUser"),
        write("updateSession", operations.update_session),
        write("deleteSession", operations.delete_session),
        write("createVerificationToken", operations.create_verification_token),
        write("useVerificationToken", operations.use_verification_token),
        write("createAuthenticator", operations.create_authenticator),
        read("getAuthenticator", operations.get_authenticator),
        read("listAuthenticatorsByUserId", operations.list_authenticators_by_user_id),
        write("updateAuthenticatorCounter", operations.update_authenticator_counter, takes=2),
        extra("signUp", extras.sign_up),
        extra("listSessions", extras.list_sessions, writes=False, reveals=SESSION_TOKENS),
        extra("listAccounts", extras.list_accounts, writes=False, reveals=PROVIDER_TOKENS),
        extra("updateAccount", extras.update_account, takes=2, reveals=PROVIDER_TOKENS),
        extra("extendSession", extras.extend_session),
        extra("verifyEmail", extras.verify_email, takes=3),
        extra("dropTokens", extras.drop_tokens),
        extra("removeAuthenticator", extras.remove_authenticator),
    )
}
