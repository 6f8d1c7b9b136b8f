import type { OperationName } from "mortise"
import { breaking, keyOf, type Mutant, wrapOperations } from "./mutant.ts"

/** Makes calls of one operation that are in flight together share a result, under a text that joins the key. */
const sharing = (name: OperationName, joined: (...args: never[]) => string): Mutant["make"] =>
  wrapOperations([name], (operation) => {
    const flying = new Map<string, Promise<unknown>>()
    return async (...args) => {
      const key = joined(...(args as never[]))
      const running = flying.get(key)
      if (running) return structuredClone(await running)
      const call = operation(...args)
      flying.set(key, call)
      try {
        return await call
      } finally {
        flying.delete(key)
      }
    }
  })

/** Answers a call that finds more than eight others in flight with the last answer of a quiet moment. */
const fromAReplica = (name: OperationName): Mutant["make"] =>
  wrapOperations([name], (operation) => {
    const replica = new Map<string, unknown>()
    let running = 0
    return async (...args) => {
      const crowded = ++running > 8
      try {
        const key = keyOf(args)
        const answer = await operation(...args)
        if (crowded && replica.has(key)) return structuredClone(replica.get(key))
        if (!crowded && !replica.has(key)) replica.set(key, structuredClone(answer))
        return answer
      } finally {
        running--
      }
    }
  })

/** What a replica has under load in each mutant, the operation that reads it, and the case that finds it. */
const replicas: readonly (readonly [rows: string, OperationName, by: string])[] = [
  ["sessions", "getSessionAndUser", "under-load/sessions"],
  ["accounts", "getAccount", "under-load/accounts"],
  ["tokens", "useVerificationToken", "under-load/tokens"],
  ["addresses", "getUserByEmail", "under-load/users"],
  ["passkeys", "getAuthenticator", "under-load/passkeys"],
  ["lists", "listAuthenticatorsByUserId", "under-load/passkeys"],
]

/** Defects of lookups that share a result, or read another copy under load. */
export const sharedReadMutants: readonly Mutant[] = [
  {
    name: "accounts-in-flight-by-joined-text",
    by: "concurrent-lookups/similar-accounts",
    defect: "lookups of accounts in flight share a result under the provider and the id joined with a colon",
    evidence: "a data loader with a text as key; SEC-C3",
    make: sharing("getAccount", (id: unknown, provider: unknown) => `${provider}:${id}`),
  },
  {
    name: "uses-in-flight-by-joined-text",
    by: "concurrent-lookups/similar-tokens",
    defect: "uses of tokens in flight share a result under the identifier and the token joined with a dash",
    evidence: "a data loader with a text as key; SEC-C3",
    make: sharing("useVerificationToken", (key: { identifier: string; token: string }) =>
      key?.token ? `${key.identifier}-${key.token}` : keyOf(key, Symbol()),
    ),
  },
  {
    name: "lookups-of-a-turn-fail-together",
    by: "concurrent-lookups/beside-wrong-values",
    defect: "lookups by address that start in one turn are one query, and one wrong value fails all of them",
    evidence: "findUnique of Prisma in @auth/prisma-adapter",
    make: breaking((good) => {
      let batch: unknown[] | undefined
      return {
        async getUserByEmail(email) {
          batch ??= []
          const own = batch
          own.push(email)
          await null
          batch = undefined
          if (own.some((each) => typeof each !== "string")) throw new TypeError("an argument is invalid")
          return good.getUserByEmail(email)
        },
      }
    }),
  },
  {
    name: "token-key-without-a-separator",
    by: "exact-keys/joined-parts-of-tokens",
    defect: "the key of a token is its identifier and its text, joined without a separator",
    evidence: "a key-value store with one text as key; SEC-C3",
    make: breaking((good) => {
      const stored = new Map<string, { identifier: string; token: string }>()
      return {
        async createVerificationToken(given) {
          const { identifier, token } = given
          stored.set(`${identifier}${token}`, { identifier, token })
          return good.createVerificationToken(given)
        },
        useVerificationToken: async (key) =>
          (await good.useVerificationToken(key)) ??
          good.useVerificationToken(stored.get(`${key.identifier}${key.token}`) ?? key),
      }
    }),
  },
  ...replicas.map(([rows, operation, by]) => ({
    name: `replica-of-${rows}-under-load`,
    by,
    defect: `with more than eight calls in flight, ${operation} returns what it returned before a change`,
    evidence: "a read replica that is used under load; SEC-D7",
    make: fromAReplica(operation),
  })),
]
