import { listKey } from "../../contract/auth-storage.ts"
import type { Slots } from "../../contract/slots.ts"
import type { Slot } from "../../contract/types.ts"
import { type Entry, slotKey } from "./stored-values.ts"
import { change } from "./timed-slots.ts"

/** What the sessions of one call use. */
export type SessionParts = { readonly slots: Slots; readonly prefix: string; readonly now: () => number }

/** The lists of sessions, one slot per user. Each change is one atomic step. */
export type SessionLists = {
  /** The slot of a user's list, and the sessions in it that have not expired. */
  read(userId: string): Promise<{ slot: Slot | null; entries: Entry[] }>
  /** The given sessions that are not in the list, or expire later than there. */
  newIn(sessions: readonly Entry[], entries: readonly Entry[]): Entry[]
  /** Adds sessions; returns those that had to leave the list. `slot` is the list's slot if it was just read. */
  add(userId: string, sessions: readonly Entry[], slot?: Slot | null): Promise<readonly Entry[]>
  remove(userId: string, tokens: readonly string[]): Promise<void>
}

// The list must fit into a slot.
const mostSessions = 1000

export function createSessionLists({ slots, prefix, now }: SessionParts): SessionLists {
  const toSlotKey = (userId: string) => slotKey(prefix, listKey(userId))
  const entriesIn = (slot: Slot | null): Entry[] =>
    ((slot?.value ?? []) as [string, number][])
      .map(([token, expiresAt]) => ({ token, expiresAt }))
      .filter(({ expiresAt }) => expiresAt > now())
  const toSlot = (entries: readonly Entry[]): Pick<Slot, "value" | "expires"> => ({
    value: entries.map(({ token, expiresAt }) => [token, expiresAt]),
    expires: new Date(Math.max(...entries.map(({ expiresAt }) => expiresAt), now() + 1000)),
  })
  const newIn: SessionLists["newIn"] = (sessions, entries) => {
    const expiryByToken = new Map(entries.map(({ token, expiresAt }) => [token, expiresAt]))
    return sessions.filter(
      ({ token, expiresAt }) => expiresAt > now() && expiresAt > (expiryByToken.get(token) ?? 0),
    )
  }

  return {
    newIn,

    async read(userId) {
      const slot = await slots.read(await toSlotKey(userId))
      return { slot, entries: entriesIn(slot) }
    },

    async add(userId, sessions, slot) {
      let dropped: readonly Entry[] = []
      const next = (slot: Slot | null) => {
        const entries = entriesIn(slot)
        const added = newIn(sessions, entries)
        if (added.length === 0) return undefined
        const tokens = new Set(added.map(({ token }) => token))
        const kept = entries.filter(({ token }) => !tokens.has(token))
        const sorted = [...kept, ...added].sort((a, b) => a.expiresAt - b.expiresAt)
        dropped = sorted.slice(0, -mostSessions)
        return toSlot(sorted.slice(-mostSessions))
      }
      return (await change(slots, await toSlotKey(userId), next, slot)) ? dropped : []
    },

    async remove(userId, tokens) {
      await change(slots, await toSlotKey(userId), (slot) => {
        const entries = entriesIn(slot)
        const kept = entries.filter(({ token }) => !tokens.includes(token))
        return kept.length === entries.length ? undefined : toSlot(kept)
      })
    },
  }
}
