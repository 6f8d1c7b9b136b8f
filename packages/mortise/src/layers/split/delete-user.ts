import type { Adapter } from "../../contract/adapter.ts"
import type { Halves } from "./halves.ts"
import { createOwners, type Owners } from "./owners.ts"
import { throwHalfDone } from "./split-errors.ts"

/**
 * Deletes a user. Sessions and tokens go first: whatever happens then, none of a deleted user is left. They are removed
 * again at the end, because the address may have changed, and the fence expires.
 */
export function createDeleteUser(
  { users, sessions, unlimited }: Halves,
  owners: Owners,
): Adapter["deleteUser"] {
  const { open } = unlimited ? createOwners(unlimited) : owners
  const { dropTokens } = sessions.extras
  return async (userId) => {
    const user = await users.adapter.getUser(userId)
    if (!user) {
      await sessions.adapter.deleteUser(userId)
      return null
    }
    const removeOwned = async (email: string | undefined): Promise<void> => {
      await sessions.adapter.deleteUser(userId)
      if (email) await dropTokens(email)
    }
    try {
      await owners.fence(userId)
      if (user.email) await dropTokens(user.email)
      const removed = await users.adapter.deleteUser(userId)
      await removeOwned(removed?.email).catch(throwHalfDone("The user was deleted"))
      return removed
    } finally {
      // If this fails too, the fence expires.
      await open(userId).catch(() => {})
    }
  }
}
