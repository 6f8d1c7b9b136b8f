import type { Adapter } from "mortise"
import { breaking, keyOf, type Mutant, type Overrides } from "./mutant.ts"

// A key that was given up is removed from an index some milliseconds later, although another row has it by then.

const cleanupMs = 15

/** An index of keys, each with the row that gave it up. A key that is taken again soon disappears some time later. */
const lateIndex = () => {
  const givenUp = new Map<string, string>()
  const removed = new Set<string>()
  return {
    finds: (key: string) => !removed.has(key),
    giveUp: (key: string, owner: string) => givenUp.set(key, owner),
    /** Returns the row that gave the key up; `undefined` if none did. */
    lastOwner: (key: string) => givenUp.get(key),
    removeLater(key: string) {
      setTimeout(() => removed.add(key), cleanupMs).unref()
    },
  }
}

type Taker = "a renamed user" | "a new user" | "the same user"

/** Loses an address that one user gave up by a change of address, when this taker has it. */
const renaming = (taker: Taker): Mutant["make"] =>
  breaking((good) => {
    const index = lateIndex()
    const take = (email: string, by: Taker) => {
      if (index.lastOwner(email) !== undefined && by === taker) index.removeLater(email)
    }
    return {
      async getUserByEmail(email) {
        const found = await good.getUserByEmail(email)
        return found && index.finds(found.email) ? found : null
      },
      async createUser(user) {
        const created = await good.createUser(user)
        take(created.email, "a new user")
        return created
      },
      async updateUser(changes) {
        const before = await good.getUser(changes.id)
        const updated = await good.updateUser(changes)
        if (!before || before.email === updated.email) return updated
        take(
          updated.email,
          index.lastOwner(updated.email) === updated.id ? "the same user" : "a renamed user",
        )
        index.giveUp(before.email, before.id)
        return updated
      },
    }
  })

type Insert = "createUser" | "linkAccount" | "createSession" | "createAuthenticator"

/** Loses a key of a deleted user, which is a field of the inserted row, when another row has it. */
const deleting = (
  insert: Insert,
  field: string,
  reads: (good: Adapter, finds: (key: unknown) => boolean) => Overrides,
): Mutant["make"] =>
  breaking((good) => {
    const index = lateIndex()
    const owned: [string, string][] = []
    const store = good[insert] as (row: object) => Promise<{ id?: string; userId?: string }>
    return {
      async [insert](row: object) {
        const stored = await store(row)
        const key = String(Reflect.get(row, field))
        if (index.lastOwner(key) !== undefined) index.removeLater(key)
        owned.push([stored.userId ?? stored.id ?? "", key])
        return stored
      },
      ...reads(good, (key) => index.finds(String(key))),
      async deleteUser(id) {
        for (const [owner, key] of owned) if (owner === id) index.giveUp(key, id)
        return good.deleteUser(id)
      },
    }
  })

const evidence = "a cleanup of an index in the background, by key alone; I9"

/** Defects of indexes that are cleaned some time after a row gave its key up. */
export const lateIndexMutants: readonly Mutant[] = [
  {
    name: "address-lost-by-a-renamed-user",
    by: "taken-over/changed-address",
    defect: "an address that a renamed user took is removed from the index with its earlier holder",
    evidence,
    make: renaming("a renamed user"),
  },
  {
    name: "address-lost-by-a-new-user",
    by: "taken-over/changed-address",
    defect: "an address that a new user took is removed from the index with its earlier holder",
    evidence,
    make: renaming("a new user"),
  },
  {
    name: "address-lost-by-its-first-user",
    by: "taken-over/changed-address",
    defect: "an address that a user took back is removed from the index",
    evidence,
    make: renaming("the same user"),
  },
  {
    name: "address-lost-after-a-deletion",
    by: "taken-over/removed-user",
    defect: "an address of a deleted user is removed from the index when a new user has it",
    evidence,
    make: deleting("createUser", "email", (good, finds) => ({
      getUserByEmail: async (email) => (finds(email) ? good.getUserByEmail(email) : null),
    })),
  },
  {
    name: "account-lost-after-an-unlinking",
    by: "taken-over/removed-account",
    defect: "an account that was unlinked and linked again is removed from the index",
    evidence,
    make: breaking((good) => {
      const index = lateIndex()
      const key = (account: { provider: string; providerAccountId: string | number }) =>
        keyOf(account.provider, String(account.providerAccountId))
      return {
        async unlinkAccount(account) {
          index.giveUp(key(account), "")
          return good.unlinkAccount(account)
        },
        async linkAccount(account) {
          if (index.lastOwner(key(account)) !== undefined) index.removeLater(key(account))
          return good.linkAccount(account)
        },
        getUserByAccount: async (account) =>
          index.finds(key(account)) ? good.getUserByAccount(account) : null,
      }
    }),
  },
  {
    name: "account-lost-after-a-deletion",
    by: "taken-over/account-of-a-deleted-user",
    defect: "an account of a deleted user is removed from the index when another user has linked it",
    evidence,
    make: deleting("linkAccount", "providerAccountId", (good, finds) => ({
      getAccount: async (id, provider) => (finds(id) ? good.getAccount(id, provider) : null),
    })),
  },
  {
    name: "session-lost-after-a-sign-out",
    by: "taken-over/removed-session",
    defect: "a session token that is stored again after a sign-out is removed from the index",
    evidence,
    make: breaking((good) => {
      const index = lateIndex()
      return {
        async deleteSession(token) {
          index.giveUp(token, "")
          return good.deleteSession(token)
        },
        async createSession(session) {
          if (index.lastOwner(session.sessionToken) !== undefined) index.removeLater(session.sessionToken)
          return good.createSession(session)
        },
        getSessionAndUser: async (token) => (index.finds(token) ? good.getSessionAndUser(token) : null),
      }
    }),
  },
  {
    name: "session-lost-after-a-deletion",
    by: "taken-over/session-of-a-deleted-user",
    defect: "a session token of a deleted user is removed from the index when another user has it",
    evidence,
    make: deleting("createSession", "sessionToken", (good, finds) => ({
      getSessionAndUser: async (token) => (finds(token) ? good.getSessionAndUser(token) : null),
    })),
  },
  {
    name: "passkey-lost-after-a-deletion",
    by: "taken-over/passkey-of-a-deleted-user",
    defect: "a passkey of a deleted user is removed from the index when another user has registered it",
    evidence,
    make: deleting("createAuthenticator", "credentialID", (good, finds) => ({
      getAuthenticator: async (id) => (finds(id) ? good.getAuthenticator(id) : null),
    })),
  },
]
