/**
 * Taking keys before a commit. A caller puts its nonce on every key that it needs: a claim for an email, the row
 * itself for an owned row. If another nonce holds a key, its user's key decides: committed means that the key is taken;
 * otherwise the caller waits a moment and then kills the nonce, which can never commit from then on, and replaces it.
 */
import type { PackedRow } from "../../rows/packed-row.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { killScript } from "../users/user-scripts.ts"
import { freeScript, putScript } from "./place-scripts.ts"

/** A key that a call needs. */
export type Place = {
  readonly kind: "email" | "row"
  readonly key: string
  /** The key of the user that it will belong to. */
  readonly user: string
  readonly packed?: PackedRow
  /** The expiry of the row in milliseconds; empty if it does not expire. */
  readonly expires?: string
}

/** How often a caller waits for others, whoever holds the place: `patienceMs` in all. */
const mostPauses = 3

/** Puts a nonce on a place. Returns nothing, or the key of the user that has the place. */
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
    // A holder from the future, by the clock of a server that failed since, has no claim to patience.
    const isYoung = Number(ageMs) >= 0 && Number(ageMs) < parts.patienceMs
    if (isYoung && pauses < mostPauses) {
      if (await isCommitted(parts, place, holdingUser, holdingNonce)) return holdingUser
      pauses++
      await new Promise((resolve) => setTimeout(resolve, parts.patienceMs / mostPauses))
    } else if ((await fateOf(parts, kind, holdingUser, holdingNonce, key)) === "live") return holdingUser
    else replaced = holdingNonce
  }
}

/** Frees the places of a call that did not commit. What stays is invisible, and the next caller replaces it. */
export const free = (parts: SpreadParts, places: readonly Place[], nonce: string): Promise<unknown> =>
  Promise.all(places.map(({ kind, key }) => parts.connection.evaluate(freeScript, [key], [kind, nonce])))

/** Whether a nonce is committed; if not, it never will be. `insert` asks for anything that a call has committed. */
export const fateOf = async (
  { connection }: SpreadParts,
  kind: "email" | "row" | "insert",
  user: string,
  nonce: string,
  key: string,
): Promise<"live" | "dead"> =>
  (await connection.evaluate(killScript, [user], [kind, nonce, key])) as "live" | "dead"

async function isCommitted({ connection }: SpreadParts, { kind, key }: Place, user: string, nonce: string) {
  const fields = ["~g", "~c", `~o:${nonce}:${key}`]
  const [generation, claim, entry] = (await connection.read("HMGET", user, ...fields)) as (string | null)[]
  return Boolean(generation) && (kind === "email" ? claim === nonce : entry === generation)
}
