"""The fields of the five models, with their names and kinds."""

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True)
class Field:
    kind: str
    # "required", "nullable" (null when empty) or "optional" (left out when empty).
    presence: str = "nullable"
    # Text: the largest size in bytes of UTF-8. Integer: the largest value.
    most: int = 0
    # Part of a key: never empty.
    keyed: bool = False
    form: str | None = None
    one_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Model:
    name: str
    key: tuple[str, ...]
    fields: dict[str, Field]


def text(most: int, presence: str = "nullable", **more) -> Field:
    return Field("text", presence, most, **more)


USER_ID = text(255, "required", keyed=True)
PROVIDER_TOKEN = text(64 * KIB, "optional")
EXPIRES = Field("date", "required")

USER = Model(
    "user",
    ("id",),
    {
        "id": USER_ID,
        "name": text(64 * KIB),
        "email": text(254, keyed=True, form="email"),
        "emailVerified": Field("date"),
        "image": text(64 * KIB),
    },
)
ACCOUNT = Model(
    "account",
    ("provider", "providerAccountId"),
    {
        "userId": USER_ID,
        "type": text(64, "required", one_of=("oauth", "oidc", "email", "webauthn")),
        "provider": text(128, "required", keyed=True),
        "providerAccountId": text(255, "required", keyed=True, form="provider_id"),
        "access_token": PROVIDER_TOKEN,
        "refresh_token": PROVIDER_TOKEN,
        "id_token": PROVIDER_TOKEN,
        "expires_in": Field("number", "optional"),
        "expires_at": Field("number", "optional"),
        "scope": PROVIDER_TOKEN,
        "token_type": text(128, "optional", form="lower"),
        "session_state": PROVIDER_TOKEN,
    },
)
SESSION = Model(
    "session",
    ("sessionToken",),
    {"sessionToken": text(KIB, "required", keyed=True), "userId": USER_ID, "expires": EXPIRES},
)
VERIFICATION_TOKEN = Model(
    "verificationToken",
    ("identifier", "token"),
    {
        "identifier": text(512, "required", keyed=True),
        "token": text(KIB, "required", keyed=True),
        "expires": EXPIRES,
    },
)
AUTHENTICATOR = Model(
    "authenticator",
    ("credentialID",),
    {
        "credentialID": text(1364, "required", keyed=True),
        "userId": USER_ID,
        "providerAccountId": text(1364, "required", form="provider_id"),
        "credentialPublicKey": text(64 * KIB, "required"),
        "counter": Field("integer", "required", 2**32 - 1),
        "credentialDeviceType": text(255, "required"),
        "credentialBackedUp": Field("boolean", "required"),
        "transports": text(KIB, "optional"),
    },
)
