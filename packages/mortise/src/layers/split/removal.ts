import type { Adapter } from "../../contract/adapter.ts"
import type { Halves } from "./halves.ts"
import type { Owners } from "./owners.ts"
import { partly } from "./partly.ts"

/**
 * Deletes a user. Sessions and tokens go first: whatever happens then, none of a deleted user is left. They are removed
 * once more in the end, because the address may have changed, and a fence does not last for ever.
 */
export function createRemoval({ users, sessions }: Halves, owners: Owners): Adapter["deleteUser"] {
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
      await removeOwned(removed?.email).catch(partly("The user was deleted"))
      return removed
    } finally {
      // If this fails too, the fence expires.
      await owners.open(userId).catch(() => {})
    }
  }
}
