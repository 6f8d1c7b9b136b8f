import type { Adapter, Authenticator } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

type Write = "updateUser" | "updateSession" | "deleteSession" | "unlinkAccount" | "updateAuthenticatorCounter"
type Lookup = "getUser" | "getUserByEmail" | "getSessionAndUser" | "getAccount" | "getAuthenticator"

const frozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** After the first such write, the results of the lookup come from a shared cache and are frozen. */
const frozenAfter = (
  write: Write,
  lookup: Lookup,
  counts: (argument: Record<string, unknown>) => boolean = () => true,
): Mutant["make"] =>
  breaking((good) => {
    let isCached = false
    const call = (name: keyof Adapter, args: readonly unknown[]): Promise<unknown> =>
      Reflect.apply(good[name] as (...args: unknown[]) => Promise<unknown>, good, [...args])
    return {
      async [write](...args: unknown[]) {
        isCached ||= counts(Object(args[0]))
        return call(write, args)
      },
      async [lookup](...args: unknown[]) {
        const found = await call(lookup, args)
        return isCached ? frozen(found) : found
      },
    }
  })

/** Defects of results that a cache serves after a write, and of empty results. */
export const cachedResultMutants: readonly Mutant[] = [
  {
    name: "user-frozen-after-update",
    by: "separate-results/after-change-of-users",
    defect: "getUser returns an object that cannot be changed after the user was updated",
    evidence: "a cache that is filled by writes; SEC-A9",
    make: frozenAfter("updateUser", "getUser", ({ name }) => name !== undefined),
  },
  {
    name: "user-frozen-after-change-of-address",
    by: "separate-results/after-change-of-users",
    defect: "getUserByEmail returns an object that cannot be changed after the address was changed",
    evidence: "a cache that is filled by writes; SEC-A9",
    make: frozenAfter("updateUser", "getUserByEmail", ({ email }) => email !== undefined),
  },
  {
    name: "session-frozen-after-extension",
    by: "separate-results/after-change-of-sessions",
    defect: "getSessionAndUser returns objects that cannot be changed after an extension",
    evidence: "a cache that is filled by writes; SEC-A9",
    make: frozenAfter("updateSession", "getSessionAndUser"),
  },
  {
    name: "session-frozen-after-sign-out",
    by: "separate-results/after-renewal-of-sessions",
    defect: "getSessionAndUser returns objects that cannot be changed after a sign-out",
    evidence: "a cache that is filled by writes; SEC-A9",
    make: frozenAfter("deleteSession", "getSessionAndUser"),
  },
  {
    name: "account-frozen-after-unlinking",
    by: "separate-results/after-renewal-of-accounts",
    defect: "getAccount returns an object that cannot be changed after an account was unlinked",
    evidence: "a cache that is filled by writes; SEC-A9",
    make: frozenAfter("unlinkAccount", "getAccount"),
  },
  {
    name: "passkey-frozen-after-use",
    by: "separate-results/after-change-of-passkeys",
    defect: "getAuthenticator returns an object that cannot be changed after the counter was updated",
    evidence: "a cache that is filled by writes; SEC-A9",
    make: frozenAfter("updateAuthenticatorCounter", "getAuthenticator"),
  },
  {
    name: "one-empty-list",
    by: "separate-results/of-empty-lists",
    defect: "listAuthenticatorsByUserId returns the same empty array to every caller",
    evidence: "`?? none` with a constant; SEC-A9",
    make: breaking((good) => {
      const none: Authenticator[] = []
      return {
        async listAuthenticatorsByUserId(id) {
          const passkeys = await good.listAuthenticatorsByUserId(id)
          return passkeys.length === 0 ? none : passkeys
        },
      }
    }),
  },
]
