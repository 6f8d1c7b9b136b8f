import type { Adapter } from "../../contract/adapter.ts"
import type { Extras, SignUp } from "../../contract/extras.ts"
import { ownData } from "../../shared/own-data.ts"
import { ownCopy } from "../copy-arguments.ts"
import type { Halves } from "./halves.ts"
import { createOwners, type Owners } from "./owners.ts"
import { throwHalfDone } from "./split-errors.ts"

type UserWrites = Pick<Adapter, "createUser" | "deleteUser"> & Partial<Pick<Extras, "signUp">>

/** Creates and deletes users. A new user never inherits a session of a deleted one. */
export function createUserWrites(halves: Halves, owners: Owners): UserWrites {
  const { users, sessions, unlimited } = halves
  const { ids } = users.inside.schema
  const deleteUser = createDeleteUser(halves, owners)
  const undo = unlimited ? createDeleteUser(unlimited, createOwners(unlimited)) : deleteUser

  /** Stores a user in the users half, under an id that has no sessions. */
  const storeUser = async <T>(
    user: { readonly id?: unknown } | undefined,
    store: () => Promise<T>,
    readId: (stored: T) => string,
  ): Promise<T> => {
    if (ids === "given" && typeof user?.id === "string") await forgetRemoved(halves, user.id)
    const stored = await store()
    // A database that was restored from a backup counts from an earlier number.
    if (ids === "serial")
      await sessions.adapter.deleteUser(readId(stored)).catch(throwHalfDone("The user was stored"))
    return stored
  }

  const { createUser } = users.adapter
  const { signUp } = users.extras
  return {
    async createUser(user) {
      const data = ownCopy(user) as typeof user | undefined
      return storeUser(
        data,
        () => createUser(data ?? user),
        ({ id }) => id,
      )
    },

    deleteUser,

    ...(signUp && {
      async signUp(rows) {
        const { user, account, session } = copySignUp(rows)
        const stored = await storeUser(
          user,
          () => signUp({ user, ...(account !== undefined && { account }) }),
          ({ user }) => user.id,
        )
        if (session === undefined) return stored
        const userId = stored.user.id
        try {
          await owners.add(userId)
          const storedSession = await owners.with(userId, () =>
            sessions.adapter.createSession({ ...session, userId }),
          )
          return { ...stored, session: storedSession }
        } catch (error) {
          await undo(userId).catch(throwHalfDone("The user was stored, but not the session"))
          throw error
        }
      },
    }),
  }
}

function copySignUp(rows: SignUp): SignUp {
  const data = ownData(rows) ?? {}
  const copies = Object.entries(data).map(([name, row]) => [name, ownCopy(row) ?? row])
  return Object.fromEntries(copies)
}

/** Removes what is left of a user who is not in the users half. */
async function forgetRemoved({ users, sessions }: Halves, id: string): Promise<void> {
  if (!(await sessions.adapter.getUser(id)) || (await users.adapter.getUser(id))) return
  await sessions.adapter.deleteUser(id)
}

/**
 * Deletes a user. Sessions and tokens go first: whatever happens then, none of a deleted user is left. They are removed
 * again at the end, because the address may have changed, and the fence expires.
 */
function createDeleteUser({ users, sessions, unlimited }: Halves, owners: Owners): Adapter["deleteUser"] {
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
