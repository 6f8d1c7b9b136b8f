import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { confirmAllMethods } from "./confirmations.ts"

/** Runs `verify`, which stores the first proof of an address, and ends the access that others may have to the user. */
export type FirstProof = <T>(user: User, verify: () => Promise<T>) => Promise<T>

/**
 * The first proof of a mailbox revokes all sessions of the user, since another person may have created the user. They
 * are revoked before the proof is stored, because a retry after a failure is not a first proof, and again afterwards,
 * because a sign-in may have run concurrently. A request with a live session of the same user was sent by that user:
 * then the sessions stay, and the sign-in methods count as confirmed.
 */
export function createFirstProof(core: Core, sessions: Sessions, request: HasHeaders): FirstProof {
  const revokeAll = async (userId: string): Promise<void> => {
    if (core.capabilities.revokeSessions) await sessions.functions.revokeAll(userId)
  }
  return async (user, verify) => {
    const session = await sessions.current(request)
    if (session?.user.id === user.id) {
      const outcome = await verify()
      await confirmAllMethods(core, user)
      return outcome
    }
    await revokeAll(user.id)
    const outcome = await verify()
    await revokeAll(user.id)
    return outcome
  }
}
