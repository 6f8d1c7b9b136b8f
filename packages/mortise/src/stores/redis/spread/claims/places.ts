/**
 * Places: the keys that a call takes before it commits. It puts its nonce on each of them: a claim for an email, the row
 * itself for an owned row. If another nonce holds the place, the user's key of that nonce decides:
 *
 * - committed: the place is taken.
 * - not committed: the caller waits a moment. Then it kills the nonce, which can never commit from then on, and replaces it.
 */
import { claimField, formatEntry, rowField, userField } from "../../glossary.ts"
import { getRowKind } from "../../rows/keys.ts"
import type { PackedRow } from "../../rows/packed-row.ts"
import { readFields } from "../../rows/read-hash.ts"
import { writeScript } from "../../scripts/script.ts"
import { argumentsInOrder, cleaning } from "../../scripts/shared-lua.ts"
import { clock } from "../nonce-memory.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { killScript } from "../users/user-scripts.ts"

/** A key that a call takes. */
export type Place = {
  readonly kind: "email" | "row"
  readonly key: string
  /** The key of the user that it will belong to. */
  readonly user: string
  readonly packed?: PackedRow
  /** The expiry of the row in milliseconds; empty if it does not expire. */
  readonly expires?: string
}

/** The holder of a place: user, nonce and time. The first argument says which fields have them. */
const place = `
local isClaim = argument() == 'email'
local holder = isClaim and redis.call('HMGET', KEYS[1], '${claimField.user}', '${claimField.nonce}', '${claimField.takenAt}')
  or redis.call('HMGET', KEYS[1], '${rowField.user}', '${rowField.nonce}', '${rowField.takenAt}')
`

/**
 * Puts a claim, or a row that is not committed yet, on a free place, or on one whose holder has the nonce `replaced`.
 * Returns nothing, or the user, the nonce and the age of the present holder.
 */
const putScript = writeScript(
  "put",
  `${argumentsInOrder}${clock}${cleaning}${place}
local user, nonce, replaced, row, expires = argument(), argument(), argument(), argument(), argument()
local now = nowMs()
if holder[2] and holder[2] ~= replaced then
  return { holder[1], holder[2], string.format('%.0f', now - tonumber(holder[3] or '0')) }
end
local time = string.format('%.0f', now)
if isClaim then
  redis.call('HSET', KEYS[1], '${claimField.user}', user, '${claimField.nonce}', nonce, '${claimField.takenAt}', time)
  return false
end
redis.call('HSET', KEYS[1], '${rowField.row}', row, '${rowField.user}', user, '${rowField.nonce}', nonce, '${rowField.takenAt}', time)
if expires ~= '' then cleanAfter(KEYS[1], expires) else redis.call('PERSIST', KEYS[1]) end
return false
`,
)

/** Deletes a place if this nonce holds it. */
const freeScript = writeScript(
  "free",
  `${argumentsInOrder}${place}
if holder[2] == argument() then redis.call('UNLINK', KEYS[1]) end
return false
`,
)

/** How often a caller waits for others, whoever holds the place: `patienceMs` in all. */
const mostPauses = 3

/** Takes a place for a nonce. Returns nothing, or the key of the user that has the place. */
export async function occupy(parts: SpreadParts, place: Place, nonce: string): Promise<string | undefined> {
  const { kind, key, user, packed = "", expires = "" } = place
  let replaced = ""
  let pauses = 0
  for (;;) {
    const args = [kind, user, nonce, replaced, packed, expires]
    const holder = (await parts.connection.evaluate(putScript, [key], args)) as
      | [string, string, string]
      | null
    if (holder === null) return undefined
    const [holdingUser, holdingNonce, ageMs] = holder
    // After a failover, the time of a holder may be in the future: then nobody waits for it.
    const isYoung = Number(ageMs) >= 0 && Number(ageMs) < parts.patienceMs
    if (isYoung && pauses < mostPauses) {
      if (await isCommitted(parts, place, holdingUser, holdingNonce)) return holdingUser
      pauses++
      await new Promise((resolve) => setTimeout(resolve, parts.patienceMs / mostPauses))
    } else if ((await decideFate(parts, kind, holdingUser, holdingNonce, key)) === "live") return holdingUser
    else replaced = holdingNonce
  }
}

/** Frees the places of a call that did not commit. What stays is invisible, and the next caller replaces it. */
export const free = (parts: SpreadParts, places: readonly Place[], nonce: string): Promise<unknown> =>
  Promise.all(places.map(({ kind, key }) => parts.connection.evaluate(freeScript, [key], [kind, nonce])))

/**
 * Whether a nonce has committed. If not, this kills it. The kind says what must be committed: the claim of an email, the
 * row with this key, or anything that an insert with this nonce has ever committed.
 */
export const decideFate = async (
  { connection }: SpreadParts,
  kind: "email" | "row" | "insert",
  user: string,
  nonce: string,
  key: string,
): Promise<"live" | "dead"> =>
  (await connection.evaluate(killScript, [user], [kind, nonce, key])) as "live" | "dead"

async function isCommitted({ connection }: SpreadParts, { kind, key }: Place, user: string, nonce: string) {
  const fields = [userField.generation, userField.claimNonce, formatEntry(nonce, key)]
  const [generation, claimNonce, entry] = await readFields(connection, user, ...fields)
  return Boolean(generation) && (kind === "email" ? claimNonce === nonce : entry === generation)
}

/** Deletes invisible rows and claims, with their entries in the indexes. Each step may run twice. */
export type DropPlaces = {
  /** Deletes the row of a user that has this key and this nonce. */
  row(userId: string, key: string, nonce: string): Promise<unknown>
  /** Deletes the claim of an email that has this nonce. */
  email(email: string, nonce: string): Promise<unknown>
}

export function createDropPlaces({ schema, keys, connection, indexes }: SpreadParts): DropPlaces {
  const owned = Object.values(schema.models).filter((model) => getRowKind(model) === "owned")
  return {
    row(userId, key, nonce) {
      const model = owned.find(({ name }) => key.startsWith(keys.rowPrefix(name)))
      return Promise.all([
        connection.evaluate(freeScript, [key], ["row", nonce]),
        model && indexes.drop(model.name, { ...keys.read(model.name, key), userId }, nonce),
      ])
    },
    email: (email, nonce) =>
      Promise.all([
        connection.evaluate(freeScript, [keys.email(email)], ["email", nonce]),
        indexes.dropEmail(email, nonce),
      ]),
  }
}
