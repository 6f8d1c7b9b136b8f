import type { Account } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of writing and reading the fields of an account. */
export const accountFieldMutants: readonly Mutant[] = [
  {
    name: "expires-at-is-text",
    by: "accounts/owner-is-found",
    defect: "expires_at is returned as text",
    evidence: "PostgreSQL bigint through pg; SEC-A7",
    make: reading((account) =>
      account.expires_at === undefined ? account : { ...account, expires_at: String(account.expires_at) },
    ),
  },
  {
    name: "expires-at-is-nan",
    by: "account-fields/what-was-not-given-is-empty",
    defect: "linkAccount returns expires_at NaN when the account has none",
    evidence: "@auth/pg-adapter",
    make: breaking((good) => ({
      async linkAccount(account) {
        const linked = await good.linkAccount(account)
        return { ...linked, expires_at: Number.parseInt(String(linked.expires_at), 10) }
      },
    })),
  },
  {
    name: "expires-at-of-32-bits",
    by: "numbers/expiry-past-2038",
    defect: "expires_at is truncated to 32 bits: tokens that expire after 2038 expire in 1901",
    evidence: "@auth/drizzle-adapter (pg, mysql), @auth/neon-adapter",
    make: writing((account) =>
      typeof account.expires_at === "number"
        ? { ...account, expires_at: Math.trunc(account.expires_at) | 0 }
        : account,
    ),
  },
  {
    name: "token-type-as-given",
    by: "account-fields/token-type-is-lower-case",
    defect: "token_type keeps the case in which it was given",
    evidence: "§2 AdapterAccount: always stored and returned lowercased",
    make: breaking((good) => {
      const given = new Map<string, string | null | undefined>()
      return {
        async linkAccount(account) {
          given.set(String(account.providerAccountId), account.token_type)
          return { ...(await good.linkAccount(account)), token_type: account.token_type }
        },
        async getAccount(id, provider) {
          const found = await good.getAccount(id, provider)
          return found && { ...found, token_type: given.get(found.providerAccountId) }
        },
      }
    }),
  },
  {
    name: "tokens-cut-at-255",
    by: "text/provider-tokens",
    defect: "OAuth tokens are truncated to 255 characters",
    evidence: "MySQL outside strict mode; next-auth#3825, #5298",
    make: writing((account) => ({
      ...account,
      access_token: account.access_token?.slice(0, 255),
      id_token: account.id_token?.slice(0, 255),
      refresh_token: account.refresh_token?.slice(0, 255),
    })),
  },
  {
    name: "tokens-over-255-refused",
    by: "text/provider-tokens",
    defect: "an OAuth token of more than 255 characters makes sign-in fail",
    evidence: "@auth/drizzle-adapter (mysql), sequelize, mikro-orm; next-auth#4665",
    make: writing((account) => {
      if ([account.access_token, account.id_token].some((token) => (token ?? "").length > 255))
        throw new Error("Data too long for column")
      return account
    }),
  },
  {
    name: "refresh-token-dropped",
    by: "account-fields/tokens-for-rotation-are-kept",
    defect: "linkAccount does not store the refresh token",
    evidence: "§1.8: the fields for token rotation are stored",
    make: writing((account) => ({ ...account, refresh_token: undefined })),
  },
  {
    name: "account-type-fixed",
    by: "accounts/every-type-is-kept",
    defect: "every account is stored with the type oauth",
    evidence: "§2 AdapterAccountType",
    make: writing((account) => ({ ...account, type: "oauth" })),
  },
  {
    name: "numeric-account-id-lost",
    by: "account-fields/numeric-id-is-found",
    defect: "an account linked with a numeric id is not found by that number",
    evidence: "providers of @auth/core pass numbers; SEC-C1",
    make: breaking((good) => ({
      getUserByAccount: async (key) =>
        typeof key?.providerAccountId === "number" ? null : good.getUserByAccount(key),
    })),
  },
  {
    name: "numeric-account-id-throws",
    by: "account-fields/numeric-id-is-found",
    defect: "an account whose id is a number cannot be linked",
    evidence: "@auth/prisma-adapter",
    make: writing((account) => {
      if (typeof account.providerAccountId !== "string") throw new Error("Expected String, provided Int")
      return account
    }),
  },
  {
    name: "undefined-account-field-throws",
    by: "account-fields/undefined-is-accepted",
    defect: "linkAccount throws when a field is present but undefined",
    evidence: "@auth/prisma-adapter with strictUndefinedChecks, dynamodb",
    make: writing((account) => {
      if (Object.values(account).includes(undefined)) throw new Error("explicit undefined is not allowed")
      return account
    }),
  },
  {
    name: "undefined-stored-as-text",
    by: "account-fields/what-was-not-given-is-empty",
    defect: 'an undefined scope is stored as the text "undefined"',
    evidence: "template strings in keys and queries; SEC-C2",
    make: writing((account) => ({ ...account, scope: String(account.scope) })),
  },
  {
    name: "extra-key-in-lookup-throws",
    by: "linking/other-keys-in-a-lookup",
    defect: "getUserByAccount throws when its argument has other fields beside the key",
    evidence: "@auth/prisma-adapter passes the object on as a compound key",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        if (Object.keys(key ?? {}).length > 2) throw new Error("Unknown argument `type`")
        return good.getUserByAccount(key)
      },
    })),
  },
]

type NewAccount = Parameters<Parameters<Mutant["make"]>[0]["linkAccount"]>[0]

function writing(change: (account: NewAccount) => NewAccount): Mutant["make"] {
  return breaking((good) => ({ linkAccount: async (account) => good.linkAccount(change(account)) }))
}

function reading(change: (account: Account) => unknown): Mutant["make"] {
  return breaking((good) => ({
    linkAccount: async (account) => change(await good.linkAccount(account)),
    async getAccount(id, provider) {
      const found = await good.getAccount(id, provider)
      return found && change(found)
    },
  }))
}
