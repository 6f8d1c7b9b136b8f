/**
 * The entries in a user's key. An entry is removed after its row and after the row's members in the indexes, so that a
 * clean-up finds both. If Redis drops an expired row, its entry stays until a call here removes it.
 */
import type { ModelName } from "../../../../contract/models.ts"
import { prunedAtOnce, randomCursor } from "../../background.ts"
import { entryGlob, formatEntryGlob, readEntry, rowField } from "../../glossary.ts"
import { createDropPlaces } from "../claims/places.ts"
import type { SpreadParts } from "../spread-parts.ts"

export type OwnedEntry = { readonly field: string; readonly nonce: string; readonly key: string }

/** An entry and the generation in it. */
type Scanned = readonly [entry: OwnedEntry, generation: string]

/**
 * A step of a scan of the entries from a cursor. Returns the next cursor, "0" at the end. Of the entries whose rows do
 * not have the prefix, few are returned.
 */
export async function scanEntries(
  { connection }: SpreadParts,
  user: string,
  cursor: string,
  count: number,
  prefix?: string,
): Promise<readonly [next: string, found: readonly Scanned[]]> {
  const glob = prefix === undefined ? entryGlob : formatEntryGlob(prefix)
  const scan = ["HSCAN", user, cursor, "MATCH", glob, "COUNT", String(count)] as const
  const [next, pairs] = (await connection.read(...scan)) as [string, string[]]
  const scannedEntries: Scanned[] = []
  for (let index = 0; index < pairs.length; index += 2) {
    const field = pairs[index] as string
    scannedEntries.push([{ field, ...readEntry(field) }, pairs[index + 1] as string])
  }
  return [String(next), scannedEntries]
}

/** Removes entries of a user, after their rows. */
export async function dropEntries(
  parts: SpreadParts,
  user: string,
  entries: readonly OwnedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const drop = createDropPlaces(parts)
  const { id } = parts.keys.read("user", user)
  await Promise.all(entries.map(({ key, nonce }) => drop.row(id as string, key, nonce)))
  await parts.connection.write("HDEL", user, ...entries.map(({ field }) => field))
}

/** Removes the given entries whose rows are gone. */
async function dropGone(parts: SpreadParts, user: string, scannedEntries: readonly Scanned[]): Promise<void> {
  const entries = scannedEntries.map(([entry]) => entry)
  const nonces = await Promise.all(
    entries.map(({ key }) => parts.connection.read("HGET", key, rowField.nonce)),
  )
  await dropEntries(
    parts,
    user,
    entries.filter((_, index) => nonces[index] === null),
  )
}

/** Removes all entries of a user whose rows are gone. */
export async function pruneEntries(parts: SpreadParts, user: string): Promise<void> {
  let cursor = "0"
  do {
    const [next, scannedEntries] = await scanEntries(parts, user, cursor, 500)
    await dropGone(parts, user, scannedEntries)
    cursor = next
  } while (cursor !== "0")
}

/** Removes some entries of a model whose rows are gone: the scan starts anywhere, so all get their turn. */
export async function pruneSomeEntries(parts: SpreadParts, user: string, model: ModelName): Promise<void> {
  const cursor = randomCursor()
  const [, scannedEntries] = await scanEntries(parts, user, cursor, prunedAtOnce)
  const prefix = parts.keys.rowPrefix(model)
  const expiring = scannedEntries.filter(([{ key }]) => key.startsWith(prefix))
  const from = Number(cursor) % Math.max(expiring.length, 1)
  await dropGone(parts, user, [...expiring.slice(from), ...expiring.slice(0, from)].slice(0, prunedAtOnce))
}
