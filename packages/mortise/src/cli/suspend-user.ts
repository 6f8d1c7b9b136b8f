import type { Schema } from "../index.ts"
import { type EndedSessions, endSessions } from "./end-sessions.ts"
import { ExitError, exitCodes } from "./exit-code.ts"
import type { OpenStore } from "./open-store.ts"

/** Whether users have a date named `suspendedAt`, which `mortise/auth` reads. */
export const canSuspend = ({ models }: Schema): boolean =>
  models.user.fields.some(({ name, kind }) => name === "suspendedAt" && kind === "date")

/** Suspends a user and ends one batch of sessions. A second call ends the next batch. */
export async function suspendUser(store: OpenStore, id: string, now = Date.now): Promise<EndedSessions> {
  const { isSuspended, setSuspendedAt } = await suspensionOf(store)
  const user = await store.adapter.getUser(id)
  // The field first: from then on no session starts that the batch would miss.
  if (user && !isSuspended(user)) await setSuspendedAt(store.adapter, id, new Date(now()))
  return endSessions(store, id, now)
}

/** Ends one batch of sessions, and resumes the user if none is left. */
export async function resumeUser(store: OpenStore, id: string, now = Date.now): Promise<EndedSessions> {
  const { setSuspendedAt } = await suspensionOf(store)
  // The sessions first: one that started during the suspension must not come back.
  const ended = await endSessions(store, id, now)
  if (ended.left === 0) await setSuspendedAt(store.adapter, id, null)
  return ended
}

async function suspensionOf({ schema }: OpenStore) {
  const suspension = await import("../auth/core/suspension.ts")
  if (canSuspend(schema)) return suspension
  const { declareSuspendedAt } = suspension
  throw new ExitError(exitCodes.configuration, `Users have no suspendedAt: ${declareSuspendedAt}.`)
}
