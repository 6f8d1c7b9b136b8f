/**
 * The words of the Redis store, and the names of the fields that it stores. Existing data has these names: never change
 * one. docs/redis-store.md shows how they work together.
 *
 * **Row**: a user, an account, a session, a passkey, a token or a slot, stored as one text: see rows/packed-row.ts.
 *
 * **User's key**: the hash of a user. It decides which rows and which email belong to the user, so one script on it makes
 * a change visible.
 *
 * **Nonce**: a random name, never used twice, that a call puts on what it writes. So nobody mistakes what was written
 * later under the same key for what the call has written.
 *
 * **Generation**: the nonce with which a user was created. A user exists while its key has a generation.
 *
 * **Owned row**: an account, a session or a passkey, which has a key of its own and names its user and its nonce.
 *
 * **Entry**: a field of the user's key for one owned row. The row is visible while the entry has the user's generation.
 *
 * **Claim**: the key of an email, which names a user and a nonce. The email is taken while the user's key has that nonce.
 *
 * **Intent**: what a call is about to do, stored before it does it. If its process ends, a sweep finds what the call left.
 *
 * **Index**: a sorted set with the keys of all rows of a model, for paging, counting and sweeping.
 *
 * **Fence**: the script that removes a user. It deletes the generation, which hides the user and all its rows in one
 * step. A **clean-up** deletes them afterwards.
 *
 * The other words belong to the claim protocol of the spread engine, where a script sees one key only:
 *
 * **Place**: a key that a call takes before it commits: a claim, or the key of an owned row. Its **holder** is the nonce
 * on it.
 *
 * **Commit**: the script on the user's key that makes everything with a nonce visible.
 *
 * **Kill**: to let the user's key remember that a nonce may never commit. The place that it holds is free from then on.
 *
 * **Notice**: a text on the tokens of an address, which says that the user with this address is being removed. Whoever
 * finds it asks the user's key whether that has happened: see spread/tokens/notices.ts.
 */
import { randomBytes, toBase64Url } from "../../shared/bytes.ts"

/** Makes a nonce. It contains no separator of the formats in which it is stored. */
export const newNonce = (): string => toBase64Url(randomBytes(12))

/** The fields of a user's key, beside its entries. */
export const userField = {
  row: "v",
  generation: "~g",
  /** The nonce of the email's claim. */
  claimNonce: "~c",
  /** The key of the email's claim. */
  claim: "~e",
  /** The nonces that were killed: see spread/nonce-memory.ts. */
  killed: "~x",
  /** The generations that were removed, each with the name of its notice: see spread/nonce-memory.ts. */
  removed: "~f",
  /** The prefix of fields that say which clean-up is due: see spread/users/clean-up.ts. */
  duePrefix: "~d:",
} as const

/** The fields of an owned row. */
export const rowField = {
  row: "v",
  /** The user's key. */
  user: "~u",
  nonce: "~n",
  /** When the nonce took the place, by the clock of the server. */
  takenAt: "~t",
} as const

/** The fields of a claim: the fields of an owned row except the row itself, under different names. */
export const claimField = { user: "u", nonce: "n", takenAt: "t" } as const

/** The fields of the key that the tokens of an address share. */
export const tokenField = {
  /** The prefix of a token's field. The rest is the token. */
  prefix: "t:",
  notice: "~r",
} as const

/** The field of a slot's key. */
export const slotField = { row: "v" } as const

const entryPrefix = "~o:"

/** Matches the entries among the fields of a user's key, for HSCAN. */
export const entryGlob = `${entryPrefix}*`

/** The same for the entries of rows whose keys have a prefix. Other entries may match too. */
export const formatEntryGlob = (prefix: string): string =>
  `${entryPrefix}*:${prefix.replaceAll(/[\\*?[\]]/g, "\\$&")}*`

/** The entry of an owned row. */
export const formatEntry = (nonce: string, key: string): string => `${entryPrefix}${nonce}:${key}`

/** The nonce and the key that an entry contains. */
export function readEntry(entry: string): { readonly nonce: string; readonly key: string } {
  const end = entry.indexOf(":", entryPrefix.length)
  return { nonce: entry.slice(entryPrefix.length, end), key: entry.slice(end + 1) }
}

/** The same in Lua: an expression for the entry of a nonce and a key, which are expressions too. */
export const formatLuaEntry = (nonce: string, key: string): string =>
  `'${entryPrefix}' .. ${nonce} .. ':' .. ${key}`

/** The same in Lua: a pattern that captures the nonce and the key. */
export const luaEntryPattern = `^${entryPrefix}([^:]*):(.*)$`
