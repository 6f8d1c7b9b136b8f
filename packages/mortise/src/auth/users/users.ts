import type { Core } from "../core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { setSuspendedAt } from "./suspension.ts"

/** `auth.users`. Both functions need the nullable field `suspendedAt`, declared for users with `defineSchema`. */
export type UserFunctions = {
  /** Ends all sessions of the user and refuses every sign-in as `suspended`, until `resume`. */
  suspend(userId: string): Promise<void>
  /** Lets a suspended user sign in again. Sessions from before do not come back. */
  resume(userId: string): Promise<void>
}

export function createUsers(core: Core, sessions: Sessions): UserFunctions {
  const { adapter, capabilities, emit, now } = core

  const endSessions = async (userId: string): Promise<void> => {
    if (capabilities.revokeSessions) await sessions.functions.revokeAll(userId)
  }

  return {
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
