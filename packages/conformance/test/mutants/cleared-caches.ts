import { type Adapter, type OperationName, operationNames } from "mortise"
import { breaking, type Mutant, type Operation } from "./mutant.ts"

/** All writes, of which each clears the cache first. */
const clearing = (good: Adapter, clear: () => void, but: readonly OperationName[] = []): object =>
  Object.fromEntries(
    operationNames
      .filter((name) => !/^(get|list)/.test(name) && !but.includes(name))
      .map((name) => [
        name,
        (...args: unknown[]) => {
          clear()
          return (good[name] as unknown as Operation)(...args)
        },
      ]),
  )

/** Defects of caches that every other write clears, so that a case which runs beside hides them. */
export const clearedCacheMutants: readonly Mutant[] = [
  {
    name: "first-expiry-of-the-last-session",
    by: "lifetimes/seen-until-the-end",
    defect: "a session that was extended ends at its first expiry, until another row is written",
    evidence: "a cache that createSession fills and updateSession does not; §3 session extended",
    make: breaking((good) => {
      const expiries = new Map<string, Date>()
      return {
        ...clearing(good, () => expiries.clear()),
        async createSession(session) {
          expiries.clear()
          const created = await good.createSession(session)
          expiries.set(created.sessionToken, created.expires)
          return created
        },
        updateSession: (session) => good.updateSession(session),
        async getSessionAndUser(token) {
          const expires = expiries.get(token)
          return expires && expires.getTime() < Date.now() ? null : good.getSessionAndUser(token)
        },
      }
    }),
  },
  {
    name: "equal-extension-after-a-sign-out",
    by: "missed-rows/sessions",
    defect: "updateSession skips a call that equals the last one, also if the session is a new one",
    evidence: "a debounce of writes; §4 updateSession",
    make: breaking((good) => {
      let last = ""
      return {
        ...clearing(good, () => {
          last = ""
        }, ["createSession", "deleteSession"]),
        async updateSession(session) {
          const text = JSON.stringify(session)
          if (text === last) return undefined
          last = text
          return good.updateSession(session)
        },
      }
    }),
  },
  {
    name: "account-of-a-deleted-user-is-cached",
    by: "fresh-reads/rows-of-a-deleted-user",
    defect: "getAccount answers from a cache that every write clears but the deletion of a user",
    evidence: "a read-through cache; SEC-B6",
    make: breaking((good) => {
      const known = new Map<string, unknown>()
      return {
        ...clearing(good, () => known.clear(), ["deleteUser"]),
        async getAccount(id, provider) {
          const key = JSON.stringify([id, provider])
          if (!known.has(key)) known.set(key, await good.getAccount(id, provider))
          return structuredClone(known.get(key))
        },
      }
    }),
  },
]
