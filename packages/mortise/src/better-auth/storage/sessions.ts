/**
 * Better Auth keeps a user's sessions as one key per token and a list of the tokens, which it reads, edits and writes
 * back: concurrent calls overwrite each other's lists, and a call that read a session stores it again after it was
 * deleted. Here, the list is an index of its own. Writing Better Auth's list only adds to the index, and only the end of
 * a session removes from it. A deleted session leaves a tombstone, which refuses every later write.
 *
 * 1. Better Auth lists a new session before it stores it: this reserves the token, so that "revoke all" ends a session
 *    whose sign-in is not finished.
 * 2. Storing a session first adds it to the index, so that a session that works is always listed.
 * 3. Ending a session first writes the tombstone, so that a session that is not listed never works.
 */
import type { Slot } from "../../contract/types.ts"
import { moveSession } from "./move-session.ts"
import { createSessionLists, type SessionParts } from "./session-list.ts"
import {
  decodeText,
  type Entry,
  encodeText,
  parseList,
  type SessionSlot,
  type StoredSession,
  sessionIn,
  slotKey,
} from "./stored-values.ts"
import { change, create } from "./timed-slots.ts"

/** The sessions of Better Auth, for one call. */
export type Sessions = {
  /** The user's list as Better Auth reads it; `null` if it is empty. */
  list(userId: string): Promise<string | null>
  /** Adds what is new in Better Auth's list. */
  addToList(userId: string, list: string): Promise<void>
  /** Removes tokens without a session from the list, and returns it as it was. */
  pruneList(userId: string): Promise<string | null>
  /** Stores a session, unless it has ended. */
  store(token: string, text: string, session: StoredSession, expires: Date): Promise<void>
  /** Ends a session; returns its text to the one caller that ended it. `slot` is its slot if it was just read. */
  end(token: string, slot?: Slot): Promise<string | null>
  /** Moves a session to another token, unless that one has ended, with an edited text. False if there is none. */
  move(from: string, to: string, edit: (text: string) => string): Promise<boolean>
}

// A call that read a session shortly before its end may store it later than the session would have expired.
const tombstoneMs = 3_600_000

export function createSessions(parts: SessionParts, warnOnce: (message: string) => void): Sessions {
  const { slots, prefix, now } = parts
  const lists = createSessionLists(parts)
  const toSlotKey = (token: string) => slotKey(prefix, token)

  /** Reserves a listed token; false if its session has ended. */
  const reserve = async (userId: string, { token, expiresAt }: Entry): Promise<boolean> => {
    const key = await toSlotKey(token)
    if (await create(slots, { key, value: { userId }, expires: new Date(expiresAt) })) return true
    return !sessionIn(await slots.read(key))?.ended
  }

  /** Replaces a session by a tombstone; returns the session to the one caller that replaced it. */
  const bury = async (token: string, read?: Slot): Promise<SessionSlot | undefined> => {
    let session: SessionSlot | undefined
    const next = (slot: Slot | null) => {
      session = sessionIn(slot)
      if (!session || session.ended) return undefined
      const expires = new Date(Math.max(slot?.expires.getTime() ?? 0, now() + tombstoneMs))
      return { value: { ended: true }, expires }
    }
    return (await change(slots, await toSlotKey(token), next, read)) ? session : undefined
  }

  const add: typeof lists.add = async (...args) => {
    const dropped = await lists.add(...args)
    await Promise.all(dropped.map(({ token }) => bury(token)))
    return dropped
  }

  return {
    list: async (userId) => toText((await lists.read(userId)).entries),

    async addToList(userId, list) {
      const sessions = parseList(list)
      const { slot, entries } = await lists.read(userId)
      const added = lists.newIn(sessions, entries)
      const isLive = await Promise.all(added.map((entry) => reserve(userId, entry)))
      const live = added.filter((_, index) => isLive[index])
      if (live.length > 0) await add(userId, live, slot)
    },

    async pruneList(userId) {
      const { entries } = await lists.read(userId)
      const read = await Promise.all(entries.map(async ({ token }) => slots.read(await toSlotKey(token))))
      const gone = entries.filter((_, index) => sessionIn(read[index] ?? null)?.userId === undefined)
      const tokens = gone.map(({ token }) => token)
      if (tokens.length > 0) await lists.remove(userId, tokens)
      return toText(entries)
    },

    async store(token, text, { userId, expiresAt }, expires) {
      await add(userId, [{ token, expiresAt: Math.max(expiresAt, expires.getTime()) }])
      let wasListed = true
      const isStored = await change(slots, await toSlotKey(token), (slot) => {
        const session = sessionIn(slot)
        wasListed = session !== undefined
        return session?.ended ? undefined : { value: { userId, text: encodeText(text) }, expires }
      })
      if (!isStored) await lists.remove(userId, [token])
      if (!wasListed) warnOnce(unlisted)
    },

    async end(token, slot) {
      const session = await bury(token, slot)
      if (session?.userId === undefined) return null
      await lists.remove(session.userId, [token])
      return decodeText(session.text) ?? null
    },
    move: (from, to, edit) => moveSession(parts, { add, remove: lists.remove }, { from, to, edit }),
  }
}

const toText = (entries: readonly Entry[]): string | null =>
  entries.length === 0 ? null : JSON.stringify(entries)

const unlisted =
  'mortiseStorage: Better Auth stored a session that is not in "active-sessions-<user id>", so it may survive the end of all sessions: use a supported version of better-auth, or update mortise.'
