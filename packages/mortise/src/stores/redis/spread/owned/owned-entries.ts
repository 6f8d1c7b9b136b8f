/**
 * The entries in a user's key. An entry is removed after its row and after the row's members in the indexes, so that a
 * clean-up finds both. If Redis drops an expired row, its entry stays until a call here removes it.
 */
import type { ModelName } from "../../../../contract/models.ts"
import { prunedAtOnce, randomCursor } from "../../background.ts"
import { entryGlob, formatEntryGlob, readEntry, rowField } from "../../glossary.ts"
import { type Pair, scanHash, scanStep } from "../../rows/read-hash.ts"
import { createDropPlaces } from "../claims/places.ts"
import type { SpreadParts } from "../spread-parts.ts"

export type OwnedEntry = { readonly field: string; readonly nonce: string; readonly key: string }

/** An entry and the generation in it. */
type Scanned = readonly [entry: OwnedEntry, generation: string]

const toScanned = ([field, generation]: Pair): Scanned => [{ field, ...readEntry(field) }, generation]

/** Scans the entries of a user, about `count` at a time. Of those whose rows do not have the prefix, few are read. */
export async function* scanEntries(
  { connection }: SpreadParts,
  user: string,
  count: number,
  prefix?: string,
): AsyncGenerator<readonly Scanned[]> {
  const glob = prefix === undefined ? entryGlob : formatEntryGlob(prefix)
  for await (const pairs of scanHash(connection, { key: user, glob, count })) yield pairs.map(toScanned)
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
  for await (const scannedEntries of scanEntries(parts, user, 500))
    await dropGone(parts, user, scannedEntries)
}

/** Removes some entries of a model whose rows are gone: the scan starts anywhere, so all get their turn. */
export async function pruneSomeEntries(parts: SpreadParts, user: string, model: ModelName): Promise<void> {
  const cursor = randomCursor()
  const scan = { key: user, glob: entryGlob, count: prunedAtOnce }
  const [, pairs] = await scanStep(parts.connection, scan, cursor)
  const prefix = parts.keys.rowPrefix(model)
  const expiring = pairs.map(toScanned).filter(([{ key }]) => key.startsWith(prefix))
  const from = Number(cursor) % Math.max(expiring.length, 1)
  await dropGone(parts, user, [...expiring.slice(from), ...expiring.slice(0, from)].slice(0, prunedAtOnce))
}
