import type { Adapter } from "mortise"
import { breaking, keyOf, type Mutant, type Overrides } from "./mutant.ts"

/** Adds a key to a list that holds the newest fifty. */
const addTo = (newest: Set<string>, key: string): void => {
  newest.add(key)
  const [oldest] = newest
  if (newest.size > 50 && oldest !== undefined) newest.delete(oldest)
}

type Name = "getSessionAndUser" | "deleteSession" | "getUserByAccount" | "unlinkAccount"

/** Returns a cached row after its revocation, once fifty other rows were revoked. */
const cachedUntilRevoked = (lookup: Name, revoke: Name): Mutant["make"] =>
  breaking((good) => {
    const [cache, revoked] = [new Map<string, unknown>(), new Set<string>()]
    const call = (name: Name, key: unknown): Promise<unknown> => Reflect.apply(good[name], good, [key])
    return {
      async [lookup](key: unknown) {
        const found = await call(lookup, key)
        if (found) cache.set(keyOf(key), structuredClone(found))
        return found ?? (revoked.has(keyOf(key)) ? null : structuredClone(cache.get(keyOf(key)) ?? null))
      },
      async [revoke](key: unknown) {
        addTo(revoked, keyOf(key))
        return call(revoke, key)
      },
    }
  })

/** Collects the calls of one turn and sends them in chunks of 100. The 101st is lost between two chunks. */
const inChunks = (good: Adapter, name: "getAccount" | "getUserByEmail" | "deleteSession"): Overrides => {
  let waiting: (() => void)[] = []
  const flush = (): void => {
    for (const answer of waiting) answer()
    waiting = []
  }
  return {
    [name]: (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const isLost = waiting.length % 101 === 100
        const call = (): Promise<unknown> => Reflect.apply(good[name], good, args)
        waiting.push(() => (isLost ? resolve(null) : call().then(resolve, reject)))
        if (waiting.length === 1) setImmediate(flush)
      }),
  }
}

/** Defects that show when many rows are revoked one after the other, or read in the same turn. */
export const fullListMutants: readonly Mutant[] = [
  {
    name: "fifty-revoked-sessions",
    by: "fresh-reads/many-sessions",
    defect: "a cached session resolves again when fifty others were deleted after it",
    evidence: "a list of revoked tokens of limited size; SEC-B9",
    make: cachedUntilRevoked("getSessionAndUser", "deleteSession"),
  },
  {
    name: "fifty-unlinked-accounts",
    by: "fresh-reads/many-accounts",
    defect: "the cached owner of an account is found again when fifty others were unlinked after it",
    evidence: "a list of revoked keys of limited size; SEC-B9",
    make: cachedUntilRevoked("getUserByAccount", "unlinkAccount"),
  },
  {
    name: "fifty-used-tokens",
    by: "fresh-reads/many-tokens",
    defect: "a verification token works again when fifty others were used after it",
    evidence: "a list of used tokens of limited size; SEC-B9",
    make: breaking((good) => {
      const [rows, used] = [new Map<string, unknown>(), new Set<string>()]
      return {
        async useVerificationToken(key) {
          const name = keyOf(key.identifier, key.token)
          const row = await good.useVerificationToken(key)
          if (row) rows.set(name, structuredClone(row))
          const answer = used.has(name) ? null : structuredClone(rows.get(name) ?? null)
          if (answer) addTo(used, name)
          return answer
        },
      }
    }),
  },
  {
    name: "account-lookups-in-chunks",
    by: "bursts/accounts",
    defect: "the 101st of the account lookups of one turn returns null",
    evidence: "a batcher that slices its chunks one too late",
    make: breaking((good) => inChunks(good, "getAccount")),
  },
  {
    name: "address-lookups-in-chunks",
    by: "bursts/ids-are-unique",
    defect: "the 101st of the lookups by address of one turn returns null",
    evidence: "a batcher that slices its chunks one too late",
    make: breaking((good) => inChunks(good, "getUserByEmail")),
  },
  {
    name: "sign-outs-in-chunks",
    by: "bursts/sessions",
    defect: "the 101st of the sign-outs of one turn returns null and deletes nothing",
    evidence: "a batcher that slices its chunks one too late",
    make: breaking((good) => inChunks(good, "deleteSession")),
  },
]
