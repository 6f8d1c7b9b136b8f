import type { Core } from "../core/core.ts"
import { setSuspendedAt } from "../core/suspension.ts"
import type { Sessions } from "../sessions/sessions.ts"

/** `auth.users`. `suspend` and `resume` need the nullable field `suspendedAt`, declared with `defineSchema`. */
export type UserFunctions = {
  /** Deletes the user with all accounts, sessions and passkeys. */
  delete(userId: string): Promise<void>
  /** Ends all sessions of the user and refuses every sign-in as `suspended`, until `resume`. */
  suspend(userId: string): Promise<void>
  /** Lets a suspended user sign in again. Sessions from before do not come back. */
  resume(userId: string): Promise<void>
}

export function createUsers(core: Core, sessions: Sessions): UserFunctions {
  const { settings, adapter, capabilities, emit, now } = core
  const { revokeAll } = sessions.functions
  const hasTokens = settings.session.strategy === "jwt" && capabilities.revokeSessions

  const endSessions = async (userId: string): Promise<void> => {
    if (capabilities.revokeSessions) await revokeAll(userId)
  }

  return {
    async delete(userId) {
      // Tokens outlive the row of their user, so they are revoked first: if the deletion fails, the caller can retry it.
      if (hasTokens) await revokeAll(userId)
      await adapter.deleteUser(userId)
      // Another browser may have signed in concurrently.
      if (hasTokens) await sessions.revokeAllAgain(userId)
      emit({ type: "user_deleted", userId })
    },

    async suspend(userId) {
      // The field first: from then on no session starts that `endSessions` would miss.
      await setSuspendedAt(adapter, userId, new Date(now()))
      await endSessions(userId)
      emit({ type: "user_suspended", userId })
    },

    async resume(userId) {
      // The sessions first: one that started while the user was being suspended must not come back.
      await endSessions(userId)
      await setSuspendedAt(adapter, userId, null)
      emit({ type: "user_resumed", userId })
    },
  }
}
