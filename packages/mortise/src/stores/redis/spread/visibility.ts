/** Reads by the rule of visibility: see glossary.ts. Each function is one or two commands on one key each. */
import type { RedisParts } from "../engine.ts"
import { claimField, formatEntry, rowField, userField } from "../glossary.ts"
import type { PackedRow } from "../rows/packed-row.ts"
import { readFields } from "../rows/read-hash.ts"

/** A stored owned row: its packed text, the key of its user, and its nonce. */
export type OwnedRow = { readonly packed: PackedRow; readonly user: string; readonly nonce: string }

export async function readOwned({ connection }: RedisParts, key: string): Promise<OwnedRow | null> {
  const fields = [rowField.row, rowField.user, rowField.nonce]
  const [packed, user, nonce] = await readFields(connection, key, ...fields)
  return packed && user && nonce ? { packed, user, nonce } : null
}

/** The packed user of a row; `null` if the row is not visible. */
async function readOwner(
  { connection }: RedisParts,
  key: string,
  { user, nonce }: Pick<OwnedRow, "user" | "nonce">,
): Promise<PackedRow | null> {
  const fields = [userField.generation, formatEntry(nonce, key), userField.row]
  const [generation, entry, packed] = await readFields(connection, user, ...fields)
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

/** A user as its key describes it. */
export type StoredUser = {
  readonly packed: PackedRow
  readonly generation: string
  /** The nonce of its email's claim; empty if it has no email. */
  readonly claimNonce: string
}

export async function readUser({ connection }: RedisParts, user: string): Promise<StoredUser | null> {
  const fields = [userField.row, userField.generation, userField.claimNonce]
  const [packed, generation, claimNonce] = await readFields(connection, user, ...fields)
  return packed !== null && packed !== undefined && generation
    ? { packed, generation, claimNonce: claimNonce ?? "" }
    : null
}

/** The packed user that holds an email. */
export async function readHolder({ connection }: RedisParts, claim: string): Promise<PackedRow | null> {
  const [user, nonce] = await readFields(connection, claim, claimField.user, claimField.nonce)
  if (!user) return null
  const [packed, held] = await readFields(connection, user, userField.row, userField.claimNonce)
  return held && held === nonce ? (packed ?? null) : null
}
