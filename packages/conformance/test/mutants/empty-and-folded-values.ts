import { type AccountKey, MortiseError } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

const localPart = (email: string): string => email.slice(0, Math.max(0, email.lastIndexOf("@")))
const withoutMarks = (text: string): string => text.normalize("NFKD").replace(/\p{Mark}/gu, "")

/** Defects of zeros, empty texts, fractions, spellings and numeric keys. */
export const emptyAndFoldedValueMutants: readonly Mutant[] = [
  {
    name: "start-of-1970-becomes-null-by-account",
    by: "zeros/in-dates",
    defect: "getUserByAccount returns an emailVerified at the start of 1970 as null",
    evidence: "`row.emailVerified ? new Date(row.emailVerified) : null` over a number",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const found = await good.getUserByAccount(key)
        return found?.emailVerified?.getTime() === 0 ? { ...found, emailVerified: null } : found
      },
    })),
  },
  {
    name: "empty-scope-is-left-out",
    by: "text/empty-accounts",
    defect: "linkAccount stores an empty scope as null",
    evidence: "`...(scope && { scope })`; SEC-J7",
    make: breaking((good) => ({
      linkAccount: (account) => good.linkAccount({ ...account, scope: account.scope || undefined } as never),
    })),
  },
  {
    name: "empty-transports-become-null",
    by: "text/empty-passkeys",
    defect: "listAuthenticatorsByUserId returns empty transports as null",
    evidence: "`row.transports || null`; SEC-J7",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) =>
        (await good.listAuthenticatorsByUserId(id)).map((passkey) => ({
          ...passkey,
          transports: passkey.transports || null,
        })),
    })),
  },
  {
    name: "fractional-expiry-is-text",
    by: "numbers/fractions-are-numbers",
    defect: "getAccount returns an expires_at with a fraction as text",
    evidence: "NUMERIC columns of PostgreSQL drivers; SEC-A7",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const found = await good.getAccount(id, provider)
        const expiry = found?.expires_at
        return typeof expiry === "number" && !Number.isInteger(expiry)
          ? { ...found, expires_at: String(expiry) }
          : found
      },
    })),
  },
  {
    name: "token-identifier-composed",
    by: "exact-keys/exact-identifiers",
    defect: "the identifier of a token is compared in its composed Unicode form",
    evidence: "a collation that normalizes; @auth/core compares the returned identifier exactly",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({ ...token, identifier: token.identifier.normalize("NFC") }),
      useVerificationToken: (key) =>
        good.useVerificationToken({ ...key, identifier: key?.identifier?.normalize("NFC") }),
    })),
  },
  {
    name: "lookup-without-compatibility-forms",
    by: "spellings/lookups-agree-with-sign-ups",
    defect: "getUserByEmail does not fold full-width letters and ligatures, which createUser does",
    evidence: "NFC in one place and NFKC in another; SEC-C10",
    make: breaking((good) => ({
      async getUserByEmail(email) {
        const found = await good.getUserByEmail(email)
        const local = localPart(String(email))
        return local.normalize("NFC") === local.normalize("NFKC") ? found : null
      },
    })),
  },
  {
    name: "change-of-address-ignores-accents",
    by: "spellings/lookups-agree-with-changes-of-address",
    defect: "updateUser refuses an address that another user has without its accents",
    evidence: "a unique index with a collation that ignores accents; SEC-C10",
    make: breaking((good) => ({
      async updateUser(user) {
        const email = user.email ?? ""
        const taken = withoutMarks(email) !== email && (await good.getUserByEmail(withoutMarks(email)))
        if (taken && taken.id !== user.id)
          throw new MortiseError("conflict", "The address is taken.", { model: "user", fields: ["email"] })
        return good.updateUser(user)
      },
    })),
  },
  {
    name: "number-finds-a-numeric-prefix",
    by: "key-types/numbers-match-exactly",
    defect: "getUserByAccount with the number 7 finds the account 7abc",
    evidence: "MySQL compares a text with a number as numbers; SEC-C1",
    make: breaking((good) => {
      const linked = new Map<string, AccountKey>()
      return {
        async linkAccount(account) {
          const { provider, providerAccountId } = await good.linkAccount(account)
          linked.set(keyOf(provider, providerAccountId), { provider, providerAccountId })
          return good.getAccount(providerAccountId, provider)
        },
        async getUserByAccount(key) {
          const found = await good.getUserByAccount(key)
          const id: unknown = key?.providerAccountId
          if (found || typeof id !== "number") return found
          const isEqual = (one: AccountKey) => Number.parseFloat(String(one.providerAccountId)) === id
          const similar = [...linked.values()].find((one) => one.provider === key.provider && isEqual(one))
          return similar ? good.getUserByAccount(similar) : null
        },
      }
    }),
  },
]
