import { all, anyOf, type Cause, expected, isOf, ofCases, received } from "../fits.ts"

/** A row is found that should have been deleted with its user, or still has its key. */
const survives = anyOf(
  all(expected(/: null( or undefined)?$/), received(/^\{/)),
  ofCases("deletions/", "cascades/", "late-writes/", "taken-over/", "reused-keys/of-addresses"),
)
const missingKey = ofCases("missing-keys/of-")
const tokens = expected(/^(a |the )?token of |^useVerificationToken|^the second use/)
const refused = expected(/: an error$|: 1$/)
const not =
  (fits: Cause["fits"]): Cause["fits"] =>
  (outcome, name) =>
    !fits(outcome, name)

/** Properties that were read in the source code of one adapter. */
export const causesOfOneAdapter: readonly Cause[] = [
  {
    // `updateUser` changes only the row that has the id as its key.
    title: "getUserByEmail reads a copy of the user that updateUser does not change",
    fits: all(
      isOf("azure-tables"),
      anyOf(
        expected(/\bgetUserByEmail\b/),
        ofCases("email-changes/", "former-keys/", "interleavings/sign-up-and-change-of-address"),
        ofCases("interleavings/two-changes-of-address", "bare-rows/taken-addresses"),
        ofCases("untouched/by-refused-writes", "taken-over/changed-address", "text/empty-names"),
      ),
    ),
  },
  {
    // `deleteUser` reads the last session and the accounts first, and returns null if one of them is missing.
    title: "deleteUser deletes nothing unless the user has a session and an account",
    fits: all(isOf("azure-tables"), survives, not(tokens)),
  },
  {
    title: "Null is not stored: it clears no field, and is returned as undefined",
    fits: all(
      isOf("azure-tables"),
      anyOf(
        ofCases("empty-fields/unverified-"),
        all(expected(/ with .*: null/), received(/^\w+: (?!undefined)/)),
      ),
    ),
  },
  {
    title: "Null is returned as undefined",
    fits: all(isOf("d1"), ofCases("empty-fields/unverified-")),
  },
  {
    title: "Keys with characters such as / and # are refused",
    fits: all(
      isOf("azure-tables"),
      anyOf(
        received(/ threw .*"InvalidInput"/),
        // `linkAccount` hides the same error.
        ofCases("exact-keys/absent-", "exact-keys/separate-", "exact-keys/characters-"),
      ),
      not(received(/EntityAlreadyExists/)),
    ),
  },
  {
    title: "linkAccount returns null instead of an error",
    fits: all(isOf("azure-tables"), anyOf(refused, ofCases("exact-keys/long-"))),
  },
  {
    // `updateUser` leaves the key of the index as it is.
    title: "getUserByEmail finds a user by the first address for ever, and by no later one",
    fits: all(
      isOf("dynamodb"),
      not(missingKey),
      anyOf(
        all(expected(/^getUserByEmail/), not(refused)),
        all(ofCases("email-changes/", "taken-over/changed-address"), not(refused)),
        ofCases("interleavings/two-changes-of-address"),
      ),
    ),
  },
  {
    // The session keeps the id of its first user in its key.
    title: "A session that moved to another user is deleted with its first user",
    fits: all(
      isOf("dynamodb"),
      ofCases(
        "session-updates/new-owner-is-the-only-owner",
        "fresh-reads/moved-sessions",
        "late-writes/session-that-leaves",
      ),
    ),
  },
  {
    title: "deleteUser deletes 25 rows at most",
    fits: all(isOf("dynamodb"), ofCases("many-rows/accounts", "many-rows/sessions")),
  },
  { title: "A key of more than 1,024 bytes causes an error", fits: received(/size limit of 1024 bytes/) },
  {
    title: "deleteUser does nothing",
    fits: all(isOf("pouchdb"), survives, not(anyOf(tokens, missingKey))),
  },
  {
    title: "A row whose user does not exist causes an error",
    fits: received(/^get\w+ threw not_found: missing/),
  },
  {
    title: "Other fields of the argument are part of the search",
    fits: all(isOf("mikro-orm", "typeorm"), ofCases("extra-fields/")),
  },
  {
    title: "updateUser returns only the fields of its argument",
    fits: all(
      isOf("typeorm"),
      expected(
        /^the updated user with |^((the result of )?a later )?updateUser with |^a copy of updateUser's answer with /,
      ),
    ),
  },
  {
    // `save` inserts a row with an unknown id, and updates a row with a known one.
    title: "updateUser creates users who do not exist, and createUser changes those who do",
    needsRaces: true,
    fits: all(
      isOf("typeorm"),
      anyOf(
        ofCases("user-updates/unknown-creates-nobody", "late-writes/removed-users", "large-tables/users"),
        ofCases("reused-keys/of-existing-users", "one-winner/user-ids"),
      ),
    ),
  },
  {
    title: "Using a token, even a wrong one, deletes every token of the address",
    fits: all(
      isOf("sequelize"),
      expected(/^useVerificationToken .*: a row$|\b(tokens?|key)\b.*: a row$|^what was read: a row$/),
      received(/^null$/),
    ),
  },
  {
    title: "Updating a user who does not exist creates one",
    needsRaces: true,
    fits: all(
      isOf("dynamodb", "unstorage"),
      ofCases("user-updates/unknown-creates-nobody", "late-writes/removed-users"),
    ),
  },
  {
    // unstorage reads `/`, `\` and `:` as one separator, removes it at the ends, and cuts keys at `?`.
    title: "Keys with characters such as /, : and ? are confused with others",
    fits: all(
      isOf("unstorage"),
      not(received(/ threw /)),
      anyOf(
        ofCases("exact-keys/absent-", "exact-keys/separate-", "exact-keys/characters-in-"),
        ofCases("exact-keys/joined-parts-", "concurrent-lookups/similar-"),
        ofCases(
          "exact-keys/update-session",
          "exact-keys/delete-session",
          "exact-keys/use-verification-token",
        ),
      ),
    ),
  },
  {
    title: "The keys of one kind of row find rows of another",
    fits: all(isOf("unstorage"), ofCases("exact-keys/other-rows-are-no-")),
  },
  {
    title: "An address that a user gave up still finds the user",
    fits: all(
      isOf("unstorage"),
      anyOf(
        ofCases("email-changes/move-the-lookup", "email-changes/cleared-address-is-free"),
        ofCases("fresh-reads/changed-owners", "interleavings/two-changes-of-address"),
        all(ofCases("lookups-during/"), expected(/^getUserByEmail, .*: null$/)),
      ),
    ),
  },
  {
    // `setAuthenticator` starts the list again if the passkey is its first one.
    title: "A new counter removes other passkeys from the list",
    fits: all(
      isOf("unstorage"),
      ofCases(
        "bare-rows/passkeys",
        "counters/list-stays-whole",
        "exact-keys/update-authenticator-counter",
        "fresh-reads/rows-of-a-user",
        "untouched/by-update-authenticator-counter",
      ),
    ),
  },
  {
    title: "deleteUser leaves the passkeys of the user",
    fits: all(isOf("unstorage"), expected(/^getAuthenticator (of the deleted user|after the deletion)/)),
  },
  {
    // The keys by user id still name them.
    title: "deleteUser deletes an account and a session that now belong to another user",
    fits: all(
      isOf("unstorage"),
      ofCases("former-keys/of-accounts-and-sessions", "late-writes/session-that-leaves"),
    ),
  },
  {
    title: "Updates read the row and write all of it, so that concurrent ones undo each other",
    needsRaces: true,
    fits: anyOf(
      all(
        isOf("azure-tables", "d1", "pg", "unstorage"),
        ofCases(
          "lost-writes/fields-of-a-user",
          "lost-writes/crowd-of-updates",
          "lost-writes/owner-and-expiry",
        ),
      ),
      // The list of a user's passkeys is one row.
      all(isOf("unstorage"), ofCases("lost-writes/passkeys", "bursts/passkeys", "many-rows/passkeys")),
    ),
  },
]
