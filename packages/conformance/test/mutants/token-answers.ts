import { breaking, type Mutant } from "./mutant.ts"

/** Defects of the results of the two token operations. */
export const tokenAnswerMutants: readonly Mutant[] = [
  {
    name: "token-answer-is-a-count",
    by: "verification-tokens/created-is-returned",
    defect: "createVerificationToken returns the store's statistics",
    evidence: "@auth/dgraph-adapter",
    make: breaking((good) => ({
      async createVerificationToken(token) {
        await good.createVerificationToken(token)
        return { numUids: 1 }
      },
    })),
  },
  {
    name: "token-answer-is-another",
    by: "verification-tokens/created-is-returned",
    defect: "createVerificationToken reads back by identifier and returns an older token",
    evidence: "@auth/drizzle-adapter (mysql)",
    make: breaking((good) => {
      const first = new Map<string, unknown>()
      return {
        async createVerificationToken(token) {
          const created = await good.createVerificationToken(token)
          if (!first.has(created.identifier)) first.set(created.identifier, created)
          return first.get(created.identifier)
        },
      }
    }),
  },
  {
    name: "token-expires-now",
    by: "verification-tokens/stored-as-given",
    defect: "useVerificationToken returns the current time instead of the stored expiry",
    evidence: "@auth/xata-adapter",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && { ...used, expires: new Date() }
      },
    })),
  },
  {
    name: "token-expires-is-text",
    by: "dates/token-expiry-is-a-date",
    defect: "useVerificationToken returns the expiry as a string",
    evidence: "stores that contain JSON; @auth/core calls expires.valueOf()",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && { ...used, expires: used.expires.toISOString() }
      },
    })),
  },
  {
    name: "token-identifier-lower-cased",
    by: "exact-keys/exact-identifiers",
    defect: "the identifier of a token is stored and compared in lower case",
    evidence: "@auth/core compares the returned identifier with that of the link exactly",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({ ...token, identifier: token.identifier.toLowerCase() }),
      useVerificationToken: (key) =>
        good.useVerificationToken({ ...key, identifier: key?.identifier?.toLowerCase() }),
    })),
  },
  {
    name: "unknown-token-throws",
    by: "exact-keys/special-texts-find-no-tokens",
    defect: "useVerificationToken throws for a token that does not exist",
    evidence: "§7.5; a replayed link becomes a Configuration error",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        if (!used) throw new Error("No record was found for a delete.")
        return used
      },
    })),
  },
  {
    name: "unknown-token-is-truthy",
    by: "exact-keys/special-texts-find-no-tokens",
    defect: "useVerificationToken returns {} for a token that does not exist",
    evidence: "@auth/mongodb-adapter builds {} from null",
    make: breaking((good) => ({
      useVerificationToken: async (key) => (await good.useVerificationToken(key)) ?? {},
    })),
  },
]
