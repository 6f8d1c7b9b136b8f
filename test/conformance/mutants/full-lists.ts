import type { Adapter } from "../../../src/contract/adapter.ts"
import { breaking, keyOf, type Mutant, type Overrides } from "./mutant.ts"

/** Adds a key to a list that holds the newest fifty. */
const addTo = (newest: Set<string>, key: string): void => {
  newest.add(key)
  const [oldest] = newest
  if (newest.size > 50 && oldest !== undefined) newest.delete(oldest)
}

/** Returns a cached row after its revocation, once fifty other rows were revoked. */
const cachedUntilRevoked =
  (good: Adapter, keyOfLookup: (...args: readonly never[]) => string) =>
  (lookup: keyof Overrides, revoke: keyof Overrides): Overrides => {
    const [cache, revoked] = [new Map<string, unknown>(), new Set<string>()]
    const call = (name: keyof Overrides, args: readonly unknown[]): Promise<unknown> =>
      Reflect.apply(good[name], good, [...args])
    return {
      async [lookup](...args: never[]) {
        const found = await call(lookup, args)
        const key = keyOfLookup(...args)
        if (found) cache.set(key, structuredClone(found))
        return found ?? (revoked.has(key) ? null : structuredClone(cache.get(key) ?? null))
      },
      async [revoke](...args: never[]) {
        addTo(revoked, keyOfLookup(...args))
        return call(revoke, args)
      },
    }
  }

/** Collects the lookups of one turn and sends them in chunks of 100. The 101st is lost between two chunks. */
const inChunks = (good: Adapter, lookup: "getAccount" | "getUserByEmail"): Overrides => {
  let waiting: (() => void)[] = []
  const flush = (): void => {
    for (const answer of waiting) answer()
    waiting = []
  }
  return {
    [lookup]: (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const isLost = waiting.length % 101 === 100
        const call = (): Promise<unknown> => Reflect.apply(good[lookup], good, args)
        waiting.push(() => (isLost ? resolve(null) : call().then(resolve, reject)))
        if (waiting.length === 1) setImmediate(flush)
      }),
  }
}

type Key = { provider: unknown; providerAccountId: unknown }

/** Defects that show when many rows are revoked one after the other, or read in the same turn. */
export const fullListMutants: readonly Mutant[] = [
  {
    name: "fifty-revoked-sessions",
    defect: "a cached session resolves again when fifty others were deleted after it",
    evidence: "a list of revoked tokens of limited size; SEC-B9",
    make: breaking((good) =>
      cachedUntilRevoked(good, (token) => keyOf(token))("getSessionAndUser", "deleteSession"),
    ),
  },
  {
    name: "fifty-unlinked-accounts",
    defect: "the cached owner of an account is found again when fifty others were unlinked after it",
    evidence: "a list of revoked keys of limited size; SEC-B9",
    make: breaking((good) =>
      cachedUntilRevoked(good, ({ provider, providerAccountId }: Key) => keyOf(provider, providerAccountId))(
        "getUserByAccount",
        "unlinkAccount",
      ),
    ),
  },
  {
    name: "fifty-used-tokens",
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
    defect: "the 101st of the account lookups of one turn returns null",
    evidence: "a batcher that slices its chunks one too late",
    make: breaking((good) => inChunks(good, "getAccount")),
  },
  {
    name: "address-lookups-in-chunks",
    defect: "the 101st of the lookups by address of one turn returns null",
    evidence: "a batcher that slices its chunks one too late",
    make: breaking((good) => inChunks(good, "getUserByEmail")),
  },
]
