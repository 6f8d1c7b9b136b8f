import type { Adapter } from "mortise"
import type { Overrides } from "./mutant.ts"

/** How many rows of each kind a deletion deletes. Default: all. */
type Taken = Partial<Record<"sessions" | "accounts" | "authenticators" | "tokens", number>>

/**
 * A deletion that deletes some rows and leaves the others. The good adapter allows no orphans, so the user stays in the
 * store and is hidden from every lookup except those of the rows that are left.
 */
export function partialDeletion(good: Adapter, taken: Taken): Overrides {
  const gone = new Set<string>()
  const made: Noted[] = []
  const alive = (id: string): void => {
    if (gone.has(id)) throw new Error("No such user")
  }

  return {
    ...noting(good, made, alive),
    async deleteUser(id) {
      const user = gone.has(id) ? null : await good.getUser(id)
      if (!user) return null
      gone.add(id)
      for (const kind of ["sessions", "accounts", "tokens"] as const) {
        const owned = made.filter((row) => row.kind === kind && [id, user.email].includes(row.owner))
        for (const row of owned.slice(0, taken[kind])) await row.remove()
      }
      await good.updateUser({ id, email: null })
      return user
    },
    async updateUser(user) {
      alive(user.id)
      return good.updateUser(user)
    },
    getUser: async (id) => (gone.has(id) ? null : good.getUser(id)),
    ...showing(good, (kind, owner) => !gone.has(owner) || taken[kind] !== undefined),
  }
}

/** Lookups that find the rows that the deletion left, but no other rows of deleted users. */
function showing(good: Adapter, shows: (kind: keyof Taken, owner: string) => boolean): Overrides {
  return {
    async getSessionAndUser(token) {
      const found = await good.getSessionAndUser(token)
      return found && shows("sessions", found.user.id) ? found : null
    },
    async getUserByAccount(key) {
      const user = await good.getUserByAccount(key)
      return user && shows("accounts", user.id) ? user : null
    },
    async getAccount(id, provider) {
      const account = await good.getAccount(id, provider)
      return account && shows("accounts", account.userId) ? account : null
    },
    async getAuthenticator(id) {
      const found = await good.getAuthenticator(id)
      return found && shows("authenticators", found.userId) ? found : null
    },
    listAuthenticatorsByUserId: async (id) =>
      shows("authenticators", id) ? good.listAuthenticatorsByUserId(id) : [],
  }
}

type Noted = { kind: keyof Taken; owner: string; remove: () => Promise<unknown> }

function noting(good: Adapter, made: Noted[], alive: (id: string) => void): Overrides {
  return {
    async createSession(session) {
      alive(session.userId)
      const created = await good.createSession(session)
      const remove = () => good.deleteSession(created.sessionToken)
      made.push({ kind: "sessions", owner: created.userId, remove })
      return created
    },
    async linkAccount(account) {
      alive(account.userId)
      const linked = await good.linkAccount(account)
      made.push({ kind: "accounts", owner: linked.userId, remove: () => good.unlinkAccount(linked) })
      return linked
    },
    async createAuthenticator(authenticator) {
      alive(authenticator.userId)
      return good.createAuthenticator(authenticator)
    },
    async createVerificationToken(token) {
      const created = await good.createVerificationToken(token)
      const remove = () => good.useVerificationToken(created)
      made.push({ kind: "tokens", owner: created.identifier, remove })
      return created
    },
  }
}
