"""Service keys. The server stores only their hashes."""

import hashlib
import hmac
import json
import re
import secrets
import zlib
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime

from calls import Call
from hidden import Secrets

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Caller:
    id: str
    hash: str
    permissions: frozenset[str]
    expires: datetime | None = None


def hash_of(key: bytes) -> str:
    # A key of 256 random bits needs no slow hash: it cannot be guessed.
    return urlsafe_b64encode(hashlib.sha256(key).digest()).rstrip(b"=").decode()


def authenticate(callers: list[Caller], authorization: str) -> Caller | None:
    """The caller whose key is in the header. All hashes are compared, each in constant time."""
    scheme, _, key = authorization.partition(" ")
    # http.server reads headers as Latin-1.
    given = hash_of(key.encode("latin-1"))
    matching = [caller for caller in callers if hmac.compare_digest(caller.hash, given)]
    if scheme != "Bearer" or not matching:
        return None
    caller = matching[0]
    return caller if caller.expires is None or datetime.now(UTC) < caller.expires else None


def may_call(caller: Caller, call: Call) -> bool:
    return not caller.permissions.isdisjoint(call.permissions)


def hidden_from(caller: Caller, call: Call) -> Secrets | None:
    """The secrets of the call that the caller may not read."""
    return call.reveals if call.reveals and call.reveals.permission not in caller.permissions else None


def read_callers(text: str) -> list[Caller]:
    """Callers from a JSON list of records; raises a ValueError that does not repeat the text."""
    try:
        return [caller_of(**record) for record in json.loads(text)]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError("must be a JSON list of records with id, hash and permissions") from None


def caller_of(id: str, hash: str, permissions: list[str], expires: str | None = None) -> Caller:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", id) or not re.fullmatch(r"[A-Za-z0-9_-]{43}", hash):
        raise ValueError("id or hash")
    end = datetime.fromisoformat(expires) if expires else None
    return Caller(id, hash, frozenset(permissions), end.replace(tzinfo=end.tzinfo or UTC) if end else None)


def new_key(id: str) -> tuple[str, dict[str, object]]:
    """A key for the client, and its record for the server."""
    secret = "".join(secrets.choice(ALPHABET) for _ in range(43))
    key = f"mrt_{secret}{checksum(secret)}"
    permissions = ["operations", "extras", "session_tokens", "provider_tokens"]
    return key, {"id": id, "hash": hash_of(key.encode()), "permissions": permissions}


def checksum(secret: str) -> str:
    """CRC-32 in base 62: distinguishes a mistyped key from a wrong one."""
    rest = zlib.crc32(secret.encode())
    digits = ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        digits = ALPHABET[digit] + digits
    return digits
