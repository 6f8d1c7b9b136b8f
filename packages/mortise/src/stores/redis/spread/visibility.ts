import type { RedisParts } from "../redis-parts.ts"
import type { PackedRow } from "../rows/packed-row.ts"

/** A stored owned row: its packed text, the key of its user, and its nonce. */
export type OwnedRow = { readonly packed: PackedRow; readonly user: string; readonly nonce: string }

/** The field of a user's key that makes a row visible while it has the value of `~g`. */
export const entryOf = (nonce: string, key: string): string => `~o:${nonce}:${key}`

export async function readOwned({ connection }: RedisParts, key: string): Promise<OwnedRow | null> {
  const [packed, user, nonce] = (await connection.read("HMGET", key, "v", "~u", "~n")) as (string | null)[]
  return packed && user && nonce ? { packed, user, nonce } : null
}

/** The packed user of a row; `null` if the row is not visible. */
async function readOwner(
  { connection }: RedisParts,
  key: string,
  { user, nonce }: Pick<OwnedRow, "user" | "nonce">,
): Promise<PackedRow | null> {
  const fields = ["~g", entryOf(nonce, key), "v"]
  const [generation, entry, packed] = (await connection.read("HMGET", user, ...fields)) as (string | null)[]
  return generation && generation === entry ? (packed ?? null) : null
}

/** A visible row and its user. The row is read first, so a user that is removed in between hides it. */
export async function readVisible(
  parts: RedisParts,
  key: string,
): Promise<(OwnedRow & { readonly owner: PackedRow }) | null> {
  const stored = await readOwned(parts, key)
  const owner = stored && (await readOwner(parts, key, stored))
  return stored && owner !== null ? { ...stored, owner } : null
}

/** The generation, the email nonce and the packed row of a user; `null` if it does not exist. */
export async function readUser(
  { connection }: RedisParts,
  user: string,
): Promise<{ generation: string; claim: string; packed: PackedRow } | null> {
  const [packed, generation, claim] = (await connection.read("HMGET", user, "v", "~g", "~c")) as (
    | string
    | null
  )[]
  return packed !== null && packed !== undefined && generation
    ? { packed, generation, claim: claim ?? "" }
    : null
}

/** The packed user that holds an email. */
export async function readHolder({ connection }: RedisParts, claim: string): Promise<PackedRow | null> {
  const [user, nonce] = (await connection.read("HMGET", claim, "u", "n")) as (string | null)[]
  if (!user) return null
  const [packed, held] = (await connection.read("HMGET", user, "v", "~c")) as (string | null)[]
  return held && held === nonce ? (packed ?? null) : null
}
