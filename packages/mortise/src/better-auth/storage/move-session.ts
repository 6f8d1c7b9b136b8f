import type { SessionLists, SessionParts } from "./session-list.ts"
import { decodeText, encodeText, sessionIn, slotKey } from "./stored-values.ts"
import { change } from "./timed-slots.ts"

type Move = { readonly from: string; readonly to: string; readonly edit: (text: string) => string }

/**
 * Stores a session under another token, and then takes it away from the first. Until then it works under both, and
 * a caller that ends the session must end both: the tombstone of the second refuses a move that began before.
 */
export async function moveSession(
  { slots, prefix }: SessionParts,
  { add, remove }: Pick<SessionLists, "add" | "remove">,
  { from, to, edit }: Move,
): Promise<boolean> {
  const key = await slotKey(prefix, from)
  const slot = await slots.read(key)
  const { userId, text } = sessionIn(slot) ?? {}
  const stored = decodeText(text)
  if (!slot || userId === undefined || stored === undefined) return false
  const { expires } = slot
  await add(userId, [{ token: to, expiresAt: expires.getTime() }])
  let hasEnded = false
  await change(slots, await slotKey(prefix, to), (current) => {
    const session = sessionIn(current)
    hasEnded = session?.ended === true
    const isStored = hasEnded || session?.text !== undefined
    return isStored ? undefined : { value: { userId, text: encodeText(edit(stored)) }, expires }
  })
  // A tombstone under the first token would still contain it.
  await slots.take(key)
  await remove(userId, hasEnded ? [from, to] : [from])
  return true
}
