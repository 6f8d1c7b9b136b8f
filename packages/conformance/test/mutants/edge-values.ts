import type { Account, Authenticator, User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

const textOf = (value: unknown): unknown => (value === null || value === undefined ? String(value) : value)

/** Defects at the edge of what a field can hold. */
export const edgeValueMutants: readonly Mutant[] = [
  {
    name: "expires-at-zero-becomes-null",
    by: "zeros/in-accounts",
    defect: "an expires_at of zero is stored as null",
    evidence: "`expires_at || null`",
    make: breaking((good) => ({
      linkAccount: (account) =>
        good.linkAccount({ ...account, expires_at: account.expires_at || undefined } as never),
    })),
  },
  {
    name: "lifetime-zero-becomes-null",
    by: "zeros/in-lifetimes",
    defect: "an expires_in of zero is stored as null",
    evidence: "`expires_in || null`",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const found = await good.getAccount(id, provider)
        return found && { ...found, expires_in: found["expires_in"] || undefined }
      },
    })),
  },
  {
    name: "counter-reset-to-zero-ignored",
    by: "zeros/in-counters",
    defect: "an update of the counter to zero is answered but not stored",
    evidence: "`if (newCounter)`",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        if (counter) return good.updateAuthenticatorCounter(id, counter)
        const found = await good.getAuthenticator(id)
        if (!found) throw new Error("no such passkey")
        return { ...found, counter: 0 }
      },
    })),
  },
  {
    name: "listed-counter-is-text",
    by: "zeros/in-counters",
    defect: "listAuthenticatorsByUserId returns counters as text",
    evidence: "BIGINT columns of PostgreSQL drivers",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) =>
        (await good.listAuthenticatorsByUserId(id)).map((passkey) => ({
          ...passkey,
          counter: String(passkey.counter),
        })),
    })),
  },
  {
    name: "start-of-1970-becomes-null",
    by: "zeros/in-dates",
    defect: "an emailVerified at the start of 1970 is read as null",
    evidence: "`row.emailVerified ? new Date(row.emailVerified) : null` over a number",
    make: breaking((good) => ({
      async getUser(id) {
        const found = await good.getUser(id)
        return found?.emailVerified?.getTime() === 0 ? { ...found, emailVerified: null } : found
      },
    })),
  },
  {
    name: "null-scope-becomes-text",
    by: "absent-values/of-accounts",
    defect: "an empty scope and session_state of an account are read as text",
    evidence: "template literals in a query",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const found: Account | null = await good.getAccount(id, provider)
        return found && { ...found, session_state: textOf(found["session_state"]) }
      },
    })),
  },
  {
    name: "no-transports-become-text",
    by: "absent-values/of-passkeys",
    defect: "missing transports are listed as the text undefined",
    evidence: "String(undefined)",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) =>
        (await good.listAuthenticatorsByUserId(id)).map((passkey: Authenticator) => ({
          ...passkey,
          transports: textOf(passkey.transports ?? undefined),
        })),
    })),
  },
  {
    name: "cleared-name-becomes-text",
    by: "absent-values/of-users",
    defect: "a name that was cleared is the text null for a user who is found by account",
    evidence: "hashes of Redis hold text only",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const found: User | null = await good.getUserByAccount(key)
        return found && { ...found, name: textOf(found.name ?? null) }
      },
    })),
  },
  {
    name: "text-null-becomes-null",
    by: "absent-values/of-users",
    defect: "a name that is the text null is read as null",
    evidence: "hashes of Redis hold text only",
    make: breaking((good) => ({
      async getUser(id) {
        const found = await good.getUser(id)
        return found?.name === "null" ? { ...found, name: null } : found
      },
    })),
  },
  {
    name: "tokens-need-each-other",
    by: "absent-values/one-by-one",
    defect: "an account without a refresh token loses its access token",
    evidence: "a JSON column that is written only when it is complete",
    make: breaking((good) => ({
      linkAccount: (account) =>
        good.linkAccount(
          account.id_token && !account.refresh_token ? { ...account, access_token: undefined } : account,
        ),
    })),
  },
]
