import type { Adapter } from "../../contract/types.ts"
import type { Overrides } from "./mutant.ts"

/** How many rows of a kind a deletion takes along; all of them unless said. */
type Taken = Partial<Record<"sessions" | "accounts" | "authenticators" | "tokens", number>>

/**
 * A deletion that takes some rows along and leaves the others behind, on a good adapter that would not have
 * orphans: the user stays in the store, hidden from every lookup but those of rows that are left behind.
 */
export function hiding(good: Adapter, taken: Taken): Overrides {
  const gone = new Set<string>()
  const made: Noted[] = []

  return {
    ...noting(good, made),
    async deleteUser(id) {
      const user = gone.has(id) ? null : await good.getUser(id)
      if (!user) return null
      for (const kind of ["sessions", "accounts", "tokens"] as const) {
        const owned = made.filter((row) => row.kind === kind && [id, user.email].includes(row.owner))
        for (const row of owned.slice(0, taken[kind])) await row.remove()
      }
      gone.add(id)
      await good.updateUser({ id, email: null })
      return user
    },
    async updateUser(user) {
      if (gone.has(user.id)) throw new Error("No such user")
      return good.updateUser(user)
    },
    getUser: async (id) => (gone.has(id) ? null : good.getUser(id)),
    async listAuthenticatorsByUserId(id) {
      return gone.has(id) && taken.authenticators !== 0 ? [] : good.listAuthenticatorsByUserId(id)
    },
    async getAuthenticator(id) {
      const found = await good.getAuthenticator(id)
      return found && gone.has(found.userId) && taken.authenticators !== 0 ? null : found
    },
  }
}

type Noted = { kind: keyof Taken; owner: string; remove: () => Promise<unknown> }

function noting(good: Adapter, made: Noted[]): Overrides {
  return {
    async createSession(session) {
      const created = await good.createSession(session)
      const remove = () => good.deleteSession(created.sessionToken)
      made.push({ kind: "sessions", owner: created.userId, remove })
      return created
    },
    async linkAccount(account) {
      const linked = await good.linkAccount(account)
      made.push({ kind: "accounts", owner: linked.userId, remove: () => good.unlinkAccount(linked) })
      return linked
    },
    async createVerificationToken(token) {
      const created = await good.createVerificationToken(token)
      const remove = () => good.useVerificationToken(created)
      made.push({ kind: "tokens", owner: created.identifier, remove })
      return created
    },
  }
}
