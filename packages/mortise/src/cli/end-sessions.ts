import { describeError } from "./describe-error.ts"
import type { OpenStore } from "./open-store.ts"
import { lackOf } from "./person.ts"

/** What was ended of a user's sessions. A tool does not know whether the application stores them or uses tokens. */
export type EndedSessions = {
  /** How many stored sessions were deleted. Tokens cannot be counted. */
  readonly revoked: number
  /** How many stored sessions are left for the next batch. */
  readonly left: number
  /** What could not be ended and why, as sentences. */
  readonly notEnded: readonly string[]
}

// A batch is short, so that the person can stop after each one.
const batchSize = 500

/** What is printed after tokens were ended. */
export const tokensEnded = "Tokens of mortise/auth are refused from now on."

/** What no tool can end. */
export const withoutRecord =
  "Tokens without a record stay valid until they expire: those of Auth.js, and of mortise/auth with revocable: false."

/** Ends all tokens of a user and one batch of stored sessions, in the way of `auth.sessions.revokeAll`. */
export async function endSessions(
  store: OpenStore,
  userId: string,
  now: () => number = Date.now,
): Promise<EndedSessions> {
  const tokens = await endTokens(store, userId, now)
  const { listSessions } = store.extras
  if (!listSessions) {
    const stored = `Stored sessions were not ended: ${lackOf("listSessions")}`
    return { revoked: 0, left: 0, notEnded: [...tokens, stored] }
  }
  const { endStoredSessions } = await import("../auth/sessions/end-sessions.ts")
  const sessions = await listSessions(userId)
  const revoked = await endStoredSessions(store.adapter, sessions.slice(0, batchSize))
  return { revoked, left: Math.max(0, sessions.length - batchSize), notEnded: tokens }
}

/** Ends all tokens of a user. Returns why that was not possible, if so: stored sessions can be ended nevertheless. */
export async function endTokens(
  { slots }: OpenStore,
  userId: string,
  now: () => number = Date.now,
): Promise<readonly string[]> {
  const auth = await import("../auth/sessions/end-sessions.ts")
  try {
    await auth.endTokens(slots, now, userId)
    return []
  } catch (error) {
    return [`Tokens of mortise/auth were not ended: ${await describeError(error)}.`]
  }
}
