import type { Adapter, Authenticator } from "mortise"
import { breaking, type Mutant, pause } from "./mutant.ts"

/** Defects of `updateAuthenticatorCounter`. */
export const counterMutants: readonly Mutant[] = [
  {
    name: "counter-not-stored",
    by: "counters/stored-and-returned",
    defect: "updateAuthenticatorCounter returns the new counter but does not store it",
    evidence: "passes the Auth.js suite",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        return found ? { ...found, counter } : good.updateAuthenticatorCounter(id, counter)
      },
    })),
  },
  {
    name: "counter-answer-is-old",
    by: "counters/stored-and-returned",
    defect: "updateAuthenticatorCounter returns the old counter",
    evidence: "§4 updateAuthenticatorCounter",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const before = await good.getAuthenticator(id)
        const after = await good.updateAuthenticatorCounter(id, counter)
        return { ...after, counter: before?.counter ?? after.counter }
      },
    })),
  },
  {
    name: "counter-adds-one",
    by: "counters/zero-is-a-counter",
    defect: "updateAuthenticatorCounter adds one instead of storing the new counter",
    evidence: "§4 updateAuthenticatorCounter",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        return good.updateAuthenticatorCounter(id, found ? found.counter + 1 : counter)
      },
    })),
  },
  {
    name: "counter-goes-down",
    by: "counters/never-go-down",
    defect: "updateAuthenticatorCounter stores a lower counter: a cloned passkey is not detected",
    evidence: "all official adapters; SEC-F1",
    make: breaking((good) => lowering(good, () => Promise.resolve())),
  },
  {
    name: "counter-compared-then-set",
    by: "counters/refusals-hold-in-races",
    defect: "updateAuthenticatorCounter compares, then sets: of two concurrent calls the lower one may win",
    evidence: "SEC-F1",
    make: breaking((good) => {
      const blind = lowering(good, pause)
      return {
        ...blind,
        async updateAuthenticatorCounter(id, counter) {
          const current = (await blind.getAuthenticator?.(id)) as Authenticator | null
          if (current && counter < current.counter) throw new Error("counter must not go down")
          await pause()
          return blind.updateAuthenticatorCounter?.(id, counter)
        },
      }
    }),
  },
  {
    name: "counter-of-32-signed-bits",
    by: "numbers/largest-counter",
    defect: "a counter above 2147483647 wraps around",
    evidence: "INTEGER columns; SEC-F2",
    make: breaking((good) => {
      const wrapped = (row: Authenticator | null) => row && { ...row, counter: row.counter | 0 }
      return {
        updateAuthenticatorCounter: async (id, counter) =>
          wrapped(await good.updateAuthenticatorCounter(id, counter)),
        getAuthenticator: async (id) => wrapped(await good.getAuthenticator(id)),
      }
    }),
  },
  {
    name: "counter-is-text",
    by: "authenticators/created-is-found",
    defect: "the counter is returned as text",
    evidence: "PostgreSQL bigint through pg; SEC-A7",
    make: breaking((good) => ({
      async getAuthenticator(id) {
        const found = await good.getAuthenticator(id)
        return found && { ...found, counter: String(found.counter) }
      },
    })),
  },
  {
    name: "counter-of-missing-is-null",
    by: "counters/unknown-is-an-error",
    defect: "updateAuthenticatorCounter of a credential that does not exist returns null",
    evidence: "@auth/surrealdb-adapter; §7.2: must throw",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        return (await good.getAuthenticator(id)) ? good.updateAuthenticatorCounter(id, counter) : null
      },
    })),
  },
]

/** Stores the counters outside the good adapter, which would refuse a lower one. */
function lowering(good: Adapter, wait: () => Promise<void>) {
  const counters = new Map<string, number>()
  const shown = (row: Authenticator | null) =>
    row && { ...row, counter: counters.get(row.credentialID) ?? row.counter }
  return {
    async updateAuthenticatorCounter(id: string, counter: number) {
      const found = await good.getAuthenticator(id)
      if (!found) return good.updateAuthenticatorCounter(id, counter)
      await wait()
      counters.set(id, counter)
      return { ...found, counter }
    },
    getAuthenticator: async (id: string) => shown(await good.getAuthenticator(id)),
    listAuthenticatorsByUserId: async (id: string) => (await good.listAuthenticatorsByUserId(id)).map(shown),
  }
}
