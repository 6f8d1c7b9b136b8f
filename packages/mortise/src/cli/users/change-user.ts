import type { Schema } from "../../index.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { configurationError } from "../program/exit-code.ts"
import { endSessions, endTokens } from "./end-sessions.ts"
import type { Deletion, EndedSessions } from "./people.ts"

/** Whether users have a date named `suspendedAt`, which `mortise/auth` reads. */
export const canSuspend = ({ models }: Schema): boolean =>
  models.user.fields.some(({ name, kind }) => name === "suspendedAt" && kind === "date")

/** Suspends a user and ends one batch of sessions. A second call ends the next batch. */
export async function suspendUser(store: OpenStore, id: string, now = Date.now): Promise<EndedSessions> {
  const { setSuspendedAt } = await loadSuspension(store)
  const { isSuspended } = await import("../../contract/is-suspended.ts")
  const user = await store.adapter.getUser(id)
  // The field first: from then on no session starts that the batch would miss.
  if (user && !isSuspended(user)) await setSuspendedAt(store.adapter, id, new Date(now()))
  return endSessions(store, id, now)
}

/** Ends one batch of sessions, and resumes the user if none is left. */
export async function resumeUser(store: OpenStore, id: string, now = Date.now): Promise<EndedSessions> {
  const { setSuspendedAt } = await loadSuspension(store)
  // The sessions first: one that started during the suspension must not come back.
  const ended = await endSessions(store, id, now)
  if (ended.left === 0) await setSuspendedAt(store.adapter, id, null)
  return ended
}

async function loadSuspension({ schema }: OpenStore) {
  const suspension = await import("../../auth/core/suspension.ts")
  if (canSuspend(schema)) return suspension
  const { declareSuspendedAt } = suspension
  throw configurationError(`Users have no suspendedAt: ${declareSuspendedAt}.`)
}

/** Deletes a user and ends the tokens, which outlive the row. `null` if another process has deleted the user. */
export async function deleteUser(
  store: OpenStore,
  id: string,
  now: () => number = Date.now,
): Promise<Deletion | null> {
  // Before the deletion, so that tokens are ended even if this process is killed after it.
  await endTokens(store, id, now)
  if (!(await store.adapter.deleteUser(id))) return null
  // Another browser may have signed in concurrently.
  return { notEnded: await endTokens(store, id, now) }
}
