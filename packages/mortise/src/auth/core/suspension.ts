import { isSuspended } from "../../contract/is-suspended.ts"
import type { Operations } from "../adapter/normalize-adapter.ts"
import { createUnsupportedError } from "./errors.ts"

/** Suspends a user, or resumes with `null`. Throws if the store has no field for it. */
export async function setSuspendedAt(
  adapter: Pick<Operations, "getUser" | "updateUser">,
  userId: string,
  suspendedAt: Date | null,
): Promise<void> {
  const changes = { id: userId, suspendedAt }
  await adapter.updateUser(changes)
  // An adapter may drop a field that its schema does not declare.
  const stored = await adapter.getUser(userId)
  if (stored && isSuspended(stored) !== (suspendedAt !== null))
    throw createUnsupportedError(`The store has no user.suspendedAt: ${declareSuspendedAt}`)
}

/** What to do if users have no `suspendedAt`. */
export const declareSuspendedAt =
  "declare it with defineSchema({ user: { fields: { suspendedAt: date() } } }) and migrate"
