import type { ModelName } from "../../../../contract/models.ts"
import type { Row } from "../../../../contract/rows.ts"
import { inBackground } from "../../background.ts"
import { userField } from "../../glossary.ts"
import { unpackRow } from "../../rows/packed-row.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { readOwned } from "../visibility.ts"
import { dropEntries, type OwnedEntry, scanEntries } from "./owned-entries.ts"

const readAtOnce = 500
const scannedAtOnce = 5000

/** Lists the rows that a user owns: the entries in the user's key first, then the rows. */
export function createListOwned(parts: SpreadParts) {
  const { schema, keys, connection } = parts

  const readEntries = async (user: string, prefix: string): Promise<OwnedEntry[]> => {
    const generation = await connection.read("HGET", user, userField.generation)
    const entries = new Map<string, OwnedEntry>()
    if (!generation) return []
    for await (const scanned of scanEntries(parts, user, scannedAtOnce, prefix))
      for (const [entry, entryGeneration] of scanned)
        if (entryGeneration === generation && entry.key.startsWith(prefix)) entries.set(entry.field, entry)
    return [...entries.values()]
  }

  return async (model: ModelName, userId: string): Promise<Row[]> => {
    const user = keys.user(userId)
    const entries = await readEntries(user, keys.rowPrefix(model))
    const rows: Row[] = []
    for (let from = 0; from < entries.length; from += readAtOnce) {
      const some = entries.slice(from, from + readAtOnce)
      const stored = await Promise.all(some.map(({ key }) => readOwned(parts, key)))
      for (const [index, row] of stored.entries())
        if (row?.user === user && row.nonce === some[index]?.nonce)
          rows.push(unpackRow(schema.models[model], row.packed))
      // Rows that expired and were dropped leave their entries. A row that exists may be on its way to this user.
      const stale = some.filter((_, index) => stored[index] === null)
      inBackground(dropEntries(parts, user, stale))
    }
    return rows
  }
}
