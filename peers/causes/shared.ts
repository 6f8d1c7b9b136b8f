import { all, anyOf, type Cause, expected, isOf, isOn, ofCases, received } from "../fits.ts"

/** A second row with the same key was stored: no call failed, or more than one succeeded. */
const isStored = expected(/: an error$|: 1$/)
const byRefusedWrites = ofCases("untouched/by-refused-writes")

/** Properties that several adapters, or their tables, can have. */
export const sharedCauses: readonly Cause[] = [
  {
    title: "An id that is not a UUID causes an error",
    fits: received(/invalid input syntax for type uuid|Incorrect uuid value/),
  },
  {
    title: "A user cannot have two accounts",
    fits: received(/Unique constraint failed on the constraint: `userId`/),
  },
  {
    title: "A user who has a session or an account cannot be deleted",
    fits: received(/Foreign key constraint violated on the fields: \(`userId`\)/),
  },
  {
    title: "A user who has no session or no account cannot be deleted",
    fits: received(/deleteUser threw Error: \[unstorage\] Invalid key: null/),
  },
  {
    title: "Deleting or updating a row that does not exist causes an error",
    fits: anyOf(
      all(isOf("prisma"), ofCases("sign-outs/several-at-once")),
      received(
        /^(delete|unlink|update)\w+ threw .*(\(P2025\)|Error: Account not found|ResourceNotFound|missing_id|Error: no result|of null \(reading|'\{"next-auth":\[\]\}')/,
      ),
    ),
  },
  {
    title: "A lookup with a value of a wrong type makes the lookups of other callers fail",
    needsRaces: true,
    fits: received(/Invalid `prisma\.\w+\.findUnique\(\)` invocation/),
  },
  {
    title: "An update that changes no field of a user causes an error",
    fits: received(/^updateUser threw .*near ['"]where/i),
  },
  {
    title: "Fields that are undefined in an update are not left as they are",
    fits: anyOf(
      ofCases("user-updates/undefined-leaves-a-field", "missing-keys/undefined-address-in-an-update"),
      ofCases("session-updates/without-expiry-change-nothing"),
      all(
        ofCases("dates/in-the-result-of-every-"),
        received(/^\w+: (undefined|null)$|null value in column "expires"/),
      ),
      received(
        /attribute value used in expression is not defined|must pass a non-undefined value to the property/,
      ),
    ),
  },
  {
    title: "Two transactions at once on one connection fail",
    needsRaces: true,
    fits: received(/no such savepoint/),
  },
  {
    title: "Calls change the objects that they receive",
    fits: anyOf(
      expected(/^the (fields of the )?argument after /),
      received(/TypeError: Cannot (add property|assign to read only property)/),
      // It compares the row with the object that updateUser has received.
      all(isOf("typeorm"), ofCases("taken-over/changed-address")),
    ),
  },
  {
    title: "The verification tokens of a deleted user still work",
    fits: anyOf(
      expected(
        /\btoken of the deleted user: null$|^useVerificationToken (of the deleted user|after the deletion)/,
      ),
      all(ofCases("reused-keys/after-a-deletion-stay"), received(/^createVerificationToken threw/)),
    ),
  },
  {
    title: "Keys that differ only in case, accents or spaces are treated as the same",
    fits: all(
      isOn("mariadb"),
      ofCases(
        "exact-keys/absent-",
        "exact-keys/separate-",
        "exact-keys/special-words-in-",
        "exact-keys/unlink-account",
        "exact-keys/use-verification-token",
      ),
    ),
  },
  {
    title: "A number or a boolean as a key finds rows whose key is a text, as MySQL compares them",
    fits: all(
      isOn("mariadb"),
      ofCases("key-types/"),
      expected(/ with (-?\d+|true|false)( as |:)/),
      received(/^(\w+ )?\{/),
    ),
  },
  {
    title: "An object as a key is part of the query, and finds other rows",
    needsRaces: false,
    fits: all(ofCases("key-types/"), expected(/ with [[{]/), received(/^(\w+ )?[[{]/)),
  },
  {
    title: "A key that is missing finds other rows",
    needsRaces: false,
    fits: all(ofCases("missing-keys/of-"), received(/^(\w+ )?[[{]/)),
  },
  {
    title: "useVerificationToken reads the token and deletes it in a second step",
    needsRaces: true,
    fits: anyOf(
      ofCases("one-winner/tokens"),
      all(isOf("typeorm", "unstorage"), ofCases("interleavings/expired-use-and-new-token")),
    ),
  },
  {
    title: "Two addresses cannot have the same token",
    fits: received(/^createVerificationToken threw .*(unique|duplicate|already exists)/i),
  },
  { title: "Errors contain values of the call", fits: ofCases("errors/hold-no-secrets", "secrets/") },
  {
    title: "Two users can have the same address",
    fits: anyOf(
      all(
        isStored,
        anyOf(
          ofCases("emails/", "email-changes/", "one-winner/users", "large-tables/users"),
          ofCases("bare-rows/taken-addresses", "interleavings/sign-up-and-change-of-address"),
        ),
      ),
      all(byRefusedWrites, expected(/^getUserByEmail/)),
    ),
  },
  {
    title: "Two users can have the same account",
    fits: anyOf(
      expected(/\blinkAccount of a \w+ account: an error$/),
      ofCases("linking/refused-link-changes-nothing"),
      all(isStored, ofCases("bare-rows/taken-accounts", "one-winner/accounts", "large-tables/accounts")),
      all(byRefusedWrites, expected(/^getUserByAccount/)),
    ),
  },
  {
    title: "Two sessions can have the same token",
    fits: anyOf(
      all(
        isStored,
        ofCases("sessions/", "bare-rows/taken-sessions", "one-winner/sessions", "large-tables/sessions"),
      ),
      all(byRefusedWrites, expected(/^getSessionAndUser/)),
      ofCases("interleavings/expired-lookup-and-new-session"),
    ),
  },
  {
    title: "A passkey can be registered twice",
    fits: anyOf(
      all(
        isStored,
        ofCases(
          "authenticators/",
          "bare-rows/taken-passkeys",
          "one-winner/passkeys",
          "large-tables/passkeys",
        ),
      ),
      all(byRefusedWrites, expected(/^getAuthenticator/)),
    ),
  },
]
