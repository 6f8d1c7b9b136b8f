import { MortiseError } from "../../contract/errors.ts"
import { ownerMissing, storeIfFree } from "../../contract/store-errors.ts"
import type { Halves } from "./halves.ts"

// A deletion takes less. If its process ends in the middle, the user cannot sign in for this long.
const fenceMs = 30_000
const mostTries = 10

/**
 * The users of the sessions half. Every store refuses a session without its user, so a user has a stub there from the
 * first session on: a row with nothing but the id. Whoever adds a stub looks afterwards whether the user exists and is
 * not being deleted. A deletion builds a fence before it removes the stub, so that no caller adds it again.
 */
export type Owners = {
  /** Stores or moves a session, with a stub of its user. Without such a user, the half itself refuses the row. */
  with<T>(userId: string, store: () => Promise<T>): Promise<T>
  /** Adds the stub of a user who is in the users half. */
  add(userId: string): Promise<void>
  /** Removes a user's stub and sessions, and keeps new ones out until the fence is opened or has expired. */
  fence(userId: string): Promise<void>
  open(userId: string): Promise<void>
}

const fenceKey = (userId: string): string => `mortise/split/deleted/${userId}`

export function createOwners({ users, sessions }: Halves): Owners {
  const { createUser, deleteUser } = sessions.adapter
  const { slots } = sessions.inside

  const isUser = async (id: string): Promise<boolean> => {
    const [user, fence] = await Promise.all([users.adapter.getUser(id), slots.read(fenceKey(id))])
    return user !== null && fence === null
  }

  const add = async (userId: string): Promise<void> => {
    // False if another caller has added it.
    await storeIfFree(() => createUser({ id: userId }))
  }

  return {
    add,

    async with(userId, store) {
      for (let tries = 0; tries < mostTries; tries++) {
        if (!(await isUser(userId))) {
          await deleteUser(userId)
          return store()
        }
        try {
          return await store()
        } catch (error) {
          if (!(error instanceof MortiseError && error.code === "not_found")) throw error
        }
        await add(userId)
      }
      throw ownerMissing("session")
    },

    async fence(userId) {
      await slots.set({ key: fenceKey(userId), expires: new Date(Date.now() + fenceMs) })
      await deleteUser(userId)
    },

    async open(userId) {
      await slots.take(fenceKey(userId))
    },
  }
}
