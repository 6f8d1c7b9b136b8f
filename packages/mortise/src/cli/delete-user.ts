import { type EndedSessions, endTokens } from "./end-sessions.ts"
import type { OpenStore } from "./open-store.ts"

/** Deletes a user and ends the tokens, which outlive the row; `null` if another process has deleted the user. */
export async function deleteUser(
  store: OpenStore,
  id: string,
  now: () => number = Date.now,
): Promise<Pick<EndedSessions, "notEnded"> | null> {
  // First, so that tokens have ended even if this process is killed after the deletion.
  await endTokens(store, id, now)
  if (!(await store.adapter.deleteUser(id))) return null
  // Another browser may have signed in concurrently.
  return { notEnded: await endTokens(store, id, now) }
}
