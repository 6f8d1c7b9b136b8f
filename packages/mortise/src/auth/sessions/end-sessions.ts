import type { Slots } from "../../contract/slots.ts"
import type { Session } from "../../contract/types.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import type { Operations } from "../adapter/normalize-adapter.ts"
import { createRevokedTokens } from "./jwt/revoked-tokens.ts"

const concurrentDeletes = 8

/**
 * Ends stored sessions, and returns how many rows were deleted. Tries to delete each session even if one fails, and
 * then throws the first error.
 */
export async function endStoredSessions(
  adapter: Pick<Operations, "deleteSession">,
  sessions: readonly Session[],
): Promise<number> {
  const limited = limitConcurrency(concurrentDeletes)
  const deleted = await Promise.allSettled(
    sessions.map(({ sessionToken }) => limited(async () => adapter.deleteSession(sessionToken))),
  )
  const failed = deleted.find((result) => result.status === "rejected")
  if (failed) throw failed.reason
  return deleted.filter((result) => result.status === "fulfilled" && result.value !== null).length
}

/**
 * Ends all tokens of a user: for a tool, which knows neither the strategy nor the options of the application. Their
 * number is unknown, because tokens are not stored.
 */
export async function endTokens(slots: Slots, now: () => number, userId: string): Promise<void> {
  await createRevokedTokens(slots, now).revokeAll(userId)
}
