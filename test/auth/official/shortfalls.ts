import type { Shortfall } from "../support/shortfall.ts"

const noPasskeys: Shortfall = {
  why: "It has no `getAccount` and none of the four operations for passkeys; the lifecycle says so at start",
  cases: "passkeys",
  shows:
    /^The adapter lacks getAccount, createAuthenticator, getAuthenticator, listAuthenticatorsByUserId, updateAuthenticatorCounter/,
}

const twoOwners = "SEC-B3: of two people whose links of one account meet at the store, one gets it"
const twoUsers = "SEC-C8, SEC-B2: two first sign-ins that meet at the store are one user"
const twoUsersByMail = "SEC-B2: two first sign-ins by mail that meet at the store are one user"
const linkOnce =
  "§3 useVerificationToken: identifier and token match, SEC-E2: of a hundred at once, one signs in"
const challengeOnce =
  "SEC-F4, better-auth #9622: a challenge is good once: of two answers at once, one counts"

const twoInstead = /to have a length of 1 but got 2|to match object \{ ok: true, isNewUser: false \}/
const tooMany = /to have a length of 1 but got/

const accountsNotUnique: Shortfall = {
  why: "Its table lets two rows name the same account, so two people who link it at once both get it",
  cases: [twoOwners],
  shows: /to match object \{ ok: false/,
}

/** What each official adapter cannot promise; every other case passes on it. */
export const shortfalls = {
  drizzle: [],

  kysely: [
    noPasskeys,
    {
      why: "Its documented schema demands an address, so nobody can be signed up whose provider gave none or did not verify it",
      cases: [
        "SEC-C1, CVE-2026-110863: the same id at another provider is another account",
        "an id that is a number is kept as text, and found again",
        "an address that the provider has not verified is not kept: it may be somebody else's",
        "SEC-C4, GHSA-g38m-r43w-p2q7, CVE-2026-15611: sloppy, verified here: an address links nothing",
        "SEC-C4, GHSA-g38m-r43w-p2q7, CVE-2026-15611: gullible, verified here: an address links nothing",
        "three tabs can be on their way at once; the oldest of more gives way",
        "SEC-C6: what one session began to link does not end up with another",
      ],
      shows: /NOT NULL constraint failed: User\.email/,
    },
    accountsNotUnique,
  ],

  typeorm: [
    noPasskeys,
    {
      why: "`useVerificationToken` reads and then deletes, so one link may sign in several who follow it at once",
      cases: [linkOnce],
      shows: tooMany,
      racy: true,
    },
    accountsNotUnique,
  ],

  unstorage: [
    {
      why: "`deleteUser` throws for a user who has no account or no session, although it deletes the user",
      cases: [
        "SEC-B6: deleting a user ends everything that was theirs",
        "jwt: a user who is gone is signed out at the next renewal, whatever the adapter can remember",
      ],
      shows: /Invalid key: null/,
    },
    {
      why: "Its keys take `/` for `:` and end at a `?`, so that the ids of two people may become one",
      cases: ["SEC-C3: ids made to look like keys, paths and patterns are different people"],
      shows: /^expected 11 to be 12/,
    },
    {
      why: "`useVerificationToken` reads and then deletes, so one link or passkey challenge may be used several times at once",
      cases: [linkOnce, challengeOnce],
      shows: tooMany,
      racy: true,
    },
    {
      why: "Nothing keeps two users from having one address, so two first sign-ins at once make two",
      cases: [twoUsers, twoUsersByMail],
      shows: twoInstead,
    },
    {
      ...accountsNotUnique,
      why: "`linkAccount` overwrites, so of two people who link an account at once both are told that they have it",
    },
  ],

  pg: [
    noPasskeys,
    {
      why: "Its documented tables have no unique constraint on addresses or accounts, so two first sign-ins at once make two users",
      cases: [twoUsers, twoUsersByMail],
      shows: twoInstead,
    },
    accountsNotUnique,
  ],
} satisfies Record<string, readonly Shortfall[]>
