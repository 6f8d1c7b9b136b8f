import type { Shortfall } from "../support/shortfall.ts"

const noPasskeys: Shortfall = {
  why: "It has no `getAccount` and none of the four operations for passkeys; `createAuth` with `passkeys` throws an error that names them",
  cases: "passkeys",
  shows:
    /^The adapter lacks getAccount, createAuthenticator, getAuthenticator, listAuthenticatorsByUserId, updateAuthenticatorCounter/,
}

const twoOwners = "SEC-B3: only one of two users who link an account concurrently gets it"
const twoUsers = "SEC-C8, SEC-B2: two concurrent first sign-ins resolve to one user"
const twoUsersByMail = "SEC-B2: two concurrent first sign-ins by email resolve to one user"
const linkOnce =
  "§3 useVerificationToken: identifier and token match, SEC-E2: of a hundred concurrent requests, one signs in"
const challengeOnce =
  "SEC-F4, better-auth #9622: a challenge works once: of several concurrent responses, one is accepted"

const twoInstead = /to have a length of 1 but got 2|to match object \{ ok: true, isNewUser: false \}/
const tooMany = /to have a length of 1 but got/

const accountsNotUnique: Shortfall = {
  why: "Its table accepts two rows for one account, so two users who link it concurrently both get it",
  cases: [twoOwners],
  shows: /to match object \{ ok: false/,
}

/** The cases that each official adapter fails; it passes every other case. */
export const shortfalls = {
  drizzle: [],

  kysely: [
    noPasskeys,
    {
      why: "Its documented schema requires an address, so a user whose provider returns none, or an unverified one, cannot sign up",
      cases: [
        "SEC-C1, CVE-2026-110863: the same id at another provider is another account",
        "a numeric id is stored as text, and found again",
        "an address that the provider has not verified is not stored: it may belong to another user",
        "SEC-C4, GHSA-g38m-r43w-p2q7, CVE-2026-15611: provider sloppy, address verified here: the account is not linked",
        "SEC-C4, GHSA-g38m-r43w-p2q7, CVE-2026-15611: provider gullible, address verified here: the account is not linked",
        "three tabs can each have a flow; a fourth replaces the oldest",
        "SEC-C6: a link that one session began is refused in another session (database)",
        "SEC-C6: a link that one session began is refused in another session (jwt)",
      ],
      shows: /NOT NULL constraint failed: User\.email/,
    },
    accountsNotUnique,
  ],

  typeorm: [
    noPasskeys,
    {
      why: "`useVerificationToken` reads and then deletes, so one link may sign in several concurrent requests",
      cases: [linkOnce],
      shows: tooMany,
      racy: true,
    },
    accountsNotUnique,
  ],

  unstorage: [
    {
      why: "`deleteUser` throws for a user without accounts or sessions, although it deletes the user",
      cases: [
        "SEC-B6: deleting a user ends all their sessions",
        "jwt: a deleted user is signed out at the next renewal, even if tokens cannot be revoked",
      ],
      shows: /Invalid key: null/,
    },
    {
      why: "Its keys treat `/` as `:` and end at a `?`, so the ids of two users may have the same key",
      cases: ["SEC-C3: ids that look like keys, paths and patterns are different users"],
      shows: /^expected 11 to be 12/,
    },
    {
      why: "`useVerificationToken` reads and then deletes, so concurrent requests may use one link or passkey challenge several times",
      cases: [linkOnce, challengeOnce],
      shows: tooMany,
      racy: true,
    },
    {
      why: "Addresses are not unique, so two concurrent first sign-ins create two users",
      cases: [twoUsers, twoUsersByMail],
      shows: twoInstead,
    },
    {
      ...accountsNotUnique,
      why: "`linkAccount` overwrites, so two users who link an account concurrently both succeed",
    },
  ],

  pg: [
    noPasskeys,
    {
      why: "Its documented tables have no unique constraint on addresses or accounts, so two concurrent first sign-ins create two users",
      cases: [twoUsers, twoUsersByMail],
      shows: twoInstead,
    },
    accountsNotUnique,
  ],
} satisfies Record<string, readonly Shortfall[]>
