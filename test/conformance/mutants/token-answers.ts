import { breaking, type Mutant } from "./mutant.ts"

/** Defects of what the two token operations answer. */
export const tokenAnswerMutants: readonly Mutant[] = [
  {
    name: "token-answer-is-a-count",
    defect: "createVerificationToken answers with the store's statistics",
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
    defect: "createVerificationToken reads back by identifier and answers with an older token",
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
    defect: "useVerificationToken answers with the present instead of the stored expiry",
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
    defect: "useVerificationToken answers with the expiry as text",
    evidence: "stores that keep JSON; @auth/core calls expires.valueOf()",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && { ...used, expires: used.expires.toISOString() }
      },
    })),
  },
  {
    name: "token-identifier-lower-cased",
    defect: "puts the identifier of a token into lower case",
    evidence: "@auth/core compares the answer's identifier with the link's exactly",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({ ...token, identifier: token.identifier.toLowerCase() }),
      useVerificationToken: (key) =>
        good.useVerificationToken({ ...key, identifier: key?.identifier?.toLowerCase() }),
    })),
  },
  {
    name: "unknown-token-throws",
    defect: "useVerificationToken throws for a token that is not there",
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
    defect: "useVerificationToken answers {} for a token that is not there",
    evidence: "@auth/mongodb-adapter builds {} from null",
    make: breaking((good) => ({
      useVerificationToken: async (key) => (await good.useVerificationToken(key)) ?? {},
    })),
  },
]
