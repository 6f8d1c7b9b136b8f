import type { Adapter, User } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

const frozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !(value instanceof Date))
    for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** Defects of result objects. */
export const resultMutants: readonly Mutant[] = [
  {
    name: "session-results-frozen",
    by: "separate-results/of-sessions",
    defect: "the user in the result of getSessionAndUser cannot be changed",
    evidence: "Immer and other immutable stores freeze what they return",
    make: breaking((good) => ({
      getSessionAndUser: async (token) => frozen(await good.getSessionAndUser(token)),
    })),
  },
  {
    name: "passkey-list-frozen",
    by: "separate-results/of-passkeys",
    defect: "the list of passkeys cannot be sorted in place",
    evidence: "Immer and other immutable stores freeze what they return",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) => Object.freeze(await good.listAuthenticatorsByUserId(id)),
    })),
  },
  {
    name: "updated-user-not-writable",
    by: "separate-results/of-writes",
    defect: "updateUser returns a user with read-only fields",
    evidence: "rows of a driver with accessors",
    make: breaking((good) => ({
      updateUser: async (user) => Object.seal(frozen({ ...(await good.updateUser(user)) })),
    })),
  },
  {
    name: "concurrent-callers-share-a-result",
    by: "separate-results/of-users",
    defect: "two lookups of one user at the same time return the same object",
    evidence: "single-flight caches",
    make: breaking((good) => {
      const running = new Map<string, Promise<User | null>>()
      return {
        getUserByEmail(email) {
          const name = keyOf(email)
          const answer = running.get(name) ?? good.getUserByEmail(email).finally(() => running.delete(name))
          running.set(name, answer)
          return answer
        },
      }
    }),
  },
  {
    name: "sessions-share-their-user",
    by: "separate-results/of-sessions",
    defect: "getSessionAndUser returns the same user object to every caller",
    evidence: "an identity map in the manner of an ORM",
    make: breaking((good) => {
      const known = new Map<string, User>()
      return {
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          if (!found) return null
          const user = Object.assign(known.get(found.user.id) ?? {}, found.user)
          known.set(user.id, user)
          return { session: found.session, user }
        },
      }
    }),
  },
  {
    name: "owner-date-shared",
    by: "separate-results/of-accounts",
    defect: "getUserByAccount returns the same emailVerified object to every caller",
    evidence: "shallow copies of cached rows",
    make: breaking((good) => {
      const dates = new Map<number, Date>()
      return {
        async getUserByAccount(key) {
          const found = await good.getUserByAccount(key)
          if (!found?.emailVerified) return found
          const time = found.emailVerified.getTime()
          const emailVerified = dates.get(time) ?? found.emailVerified
          dates.set(time, emailVerified)
          return { ...found, emailVerified }
        },
      }
    }),
  },
  {
    name: "listed-passkeys-are-the-rows",
    by: "separate-results/of-passkeys",
    defect: "the elements of the list of passkeys are the stored rows",
    evidence: "an array that is copied without its elements",
    make: breaking((good) => {
      const rows = new Map<string, object>()
      const listAuthenticatorsByUserId: Adapter["listAuthenticatorsByUserId"] = async (id) =>
        (await good.listAuthenticatorsByUserId(id)).map((passkey) => {
          const row = rows.get(passkey.credentialID) ?? passkey
          rows.set(passkey.credentialID, row)
          return row as typeof passkey
        })
      return { listAuthenticatorsByUserId }
    }),
  },
]
