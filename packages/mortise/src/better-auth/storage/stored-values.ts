import type { Json } from "../../contract/fields.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Slot } from "../../contract/types.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"
import { fastSha256 } from "../../shared/fast-sha256.ts"
import { parseJson } from "../../shared/parse-json.ts"

/** A session as Better Auth stores it under its token. `hasUser` is false if its user was deleted. */
export type StoredSession = { readonly userId: string; readonly expiresAt: number; readonly hasUser: boolean }

/** A token in the list of a user's sessions. */
export type Entry = { readonly token: string; readonly expiresAt: number }

/**
 * The value of a session's slot: `text` is what Better Auth stored, and absent while the session is only listed. An ended
 * session stays as a tombstone without user and text.
 */
export type SessionSlot = { readonly userId?: string; readonly text?: Json; readonly ended?: true }

const longestKey = 400
const encoder = new TextEncoder()

export const byteLength = (text: string): number => encoder.encode(text).length

// A key that starts like a hashed one is hashed too, so that no key has the slot of another.
const hashMark = "#"

/** The key of a slot. A key that a slot cannot have is hashed. */
export function slotKey(prefix: string, key: string): Awaitable<string> {
  // Most keys are so short that their bytes need not be counted.
  const isShort = key.length * 3 <= longestKey || byteLength(key) <= longestKey
  if (isShort && isPlain(key) && !key.startsWith(hashMark)) return prefix + key
  return andThen(fastSha256(JSON.stringify(key)), (hash) => prefix + hashMark + hash)
}

export const isPlain = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** A text as a slot can hold it: one that a database refuses is escaped. */
export const encodeText = (text: string): Json => (isPlain(text) ? text : { escaped: JSON.stringify(text) })

// A slot takes 64 KiB, and a session's slot also has the id of its user.
const longestText = 63 * 1024

/** Whether a slot can hold a text. JSON can take six bytes for a character. */
export const fitsSlot = (text: string): boolean =>
  text.length * 6 <= longestText || byteLength(JSON.stringify(encodeText(text))) <= longestText

/** The text that was encoded; `undefined` for other values. */
export function decodeText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value
  const { escaped } = toObject(value) ?? {}
  return typeof escaped === "string" ? (JSON.parse(escaped) as string) : undefined
}

/** What a slot says about a session; `undefined` for a slot of another kind. */
export function sessionIn(slot: Slot | null): SessionSlot | undefined {
  const value = toObject(slot?.value)
  return value && (value["ended"] === true || typeof value["userId"] === "string")
    ? (value as SessionSlot)
    : undefined
}

/** The session in a value that Better Auth stores under a token; `undefined` for other values. */
export function parseSession(text: string): StoredSession | undefined {
  if (!text.startsWith("{") || !text.includes('"session"')) return undefined
  const { session, ...rest } = toObject(parseJson(text)) ?? {}
  const { userId, expiresAt } = toObject(session) ?? {}
  const isId = typeof userId === "string" || typeof userId === "number"
  if (!isId || !("user" in rest) || (typeof expiresAt !== "string" && typeof expiresAt !== "number"))
    return undefined
  const hasUser = toObject(rest["user"]) !== undefined
  // Without a date, the session is listed as long as its lifetime says.
  return { userId: String(userId), expiresAt: new Date(expiresAt).getTime() || 0, hasUser }
}

/** The entries of a list that Better Auth stores; throws `invalid` for another format. */
export function parseList(text: string): readonly Entry[] {
  const list = parseJson(text)
  if (Array.isArray(list) && list.every(isEntry)) return list
  throwInvalid(
    "mortiseStorage: Better Auth stored a list of sessions in an unknown format: use a supported version of better-auth, or update mortise.",
  )
}

function isEntry(value: unknown): value is Entry {
  const { token, expiresAt } = toObject(value) ?? {}
  return typeof token === "string" && typeof expiresAt === "number"
}

function toObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
