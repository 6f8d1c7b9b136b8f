import type { Authenticator } from "mortise"
import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

/** Throws until a row was stored, as a store does whose collection is created with its first row. */
const untilStored = (
  write: "createUser" | "createAuthenticator" | "createVerificationToken",
  read: "getUserByEmail" | "listAuthenticatorsByUserId" | "useVerificationToken",
) =>
  breaking((good) => {
    let exists = false
    const call = (name: typeof write | typeof read, args: unknown[]): Promise<unknown> =>
      Reflect.apply(good[name], good, args)
    return {
      [write]: async (...args: unknown[]) => {
        exists = true
        return call(write, args)
      },
      [read]: async (...args: unknown[]) => {
        if (!exists) throw new Error("The collection does not exist.")
        return call(read, args)
      },
    }
  })

const byId = (one: Authenticator, other: Authenticator) => (one.credentialID < other.credentialID ? -1 : 1)

/** Defects that show on a store without rows, on one with many, or between two pages of a list. */
export const newAndFullStoreMutants: readonly Mutant[] = [
  {
    name: "no-list-before-the-first-passkey",
    by: "empty-store/list-authenticators-by-user-id",
    defect: "listAuthenticatorsByUserId throws until a passkey was registered",
    evidence: "collections that are created with their first document; §7.3",
    make: untilStored("createAuthenticator", "listAuthenticatorsByUserId"),
  },
  {
    name: "no-address-before-the-first-user",
    by: "empty-store/get-user-by-email",
    defect: "getUserByEmail throws until a user was created",
    evidence: "indexes that are created with their first document; §7.5",
    make: untilStored("createUser", "getUserByEmail"),
  },
  {
    name: "no-token-before-the-first-token",
    by: "empty-store/use-verification-token",
    defect: "useVerificationToken throws until a token was created",
    evidence: "collections that are created with their first document; §7.5",
    make: untilStored("createVerificationToken", "useVerificationToken"),
  },
  {
    name: "conflicts-among-the-newest-accounts",
    by: "large-tables/accounts",
    defect: "linkAccount compares with the newest 300 accounts and replaces an older one",
    evidence: "a filter of limited size in front of the table; SEC-B3",
    make: breaking((good) => {
      const newest: string[] = []
      return {
        async linkAccount(account) {
          const { provider, providerAccountId } = account
          const key = keyOf(provider, providerAccountId)
          if (!newest.includes(key)) await good.unlinkAccount({ provider, providerAccountId })
          const linked = await good.linkAccount(account)
          newest.push(key)
          newest.splice(0, newest.length - 300)
          return linked
        },
      }
    }),
  },
  {
    name: "list-in-two-pages",
    by: "lookups-during/creation-of-passkeys",
    defect: "a passkey that is registered between two pages of the list makes another one appear twice",
    evidence: "pages by OFFSET in the order of the ids; §4 listAuthenticatorsByUserId",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(userId) {
        const first = await good.listAuthenticatorsByUserId(userId)
        if (first.length < 2) return first
        await pause()
        const second = await good.listAuthenticatorsByUserId(userId)
        const half = Math.ceil(first.length / 2)
        return [...first.toSorted(byId).slice(0, half), ...second.toSorted(byId).slice(half)]
      },
    })),
  },
  {
    name: "session-argument-returned",
    by: "separate-results/are-not-the-arguments",
    defect: "createSession returns the object that it received",
    evidence: "stores that return nothing from a write; SEC-A9",
    make: breaking((good) => ({
      async createSession(session) {
        await good.createSession(session)
        return session
      },
    })),
  },
  {
    name: "taken-passkey-is-text",
    by: "errors/of-passkeys-are-errors",
    defect: "createAuthenticator rejects with a text",
    evidence: "drivers that reject with a plain value; §7.2",
    make: breaking((good) => ({
      createAuthenticator: (passkey) =>
        good.createAuthenticator(passkey).catch(() => Promise.reject("The passkey is registered.")),
    })),
  },
]
