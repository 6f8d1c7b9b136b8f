import type { ModelName } from "../../../contract/models.ts"
import type { Row } from "../../../contract/rows.ts"
import { unpackRow } from "../packed-row.ts"
import { inBackground } from "./in-background.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { readOwned } from "./visibility.ts"

const readAtOnce = 500

/** Lists the rows that a user owns: the entries in the user's key first, then the rows. */
export function createListOwned(parts: SpreadParts) {
  const { schema, keys, connection } = parts

  const entriesOf = async (
    user: string,
    prefix: string,
  ): Promise<{ field: string; nonce: string; key: string }[]> => {
    const generation = await connection.read("HGET", user, "~g")
    const found = new Map<string, { field: string; nonce: string; key: string }>()
    let cursor = "0"
    if (!generation) return []
    do {
      const scan = ["HSCAN", user, cursor, "MATCH", "~o:*", "COUNT", "1000"] as const
      const [next, pairs] = (await connection.read(...scan)) as [string, string[]]
      for (const [nth, field] of pairs.entries()) {
        const at = field.indexOf(":", 3)
        const entry = { field, nonce: field.slice(3, at), key: field.slice(at + 1) }
        if (nth % 2 === 0 && pairs[nth + 1] === generation && entry.key.startsWith(prefix))
          found.set(field, entry)
      }
      cursor = String(next)
    } while (cursor !== "0")
    return [...found.values()]
  }

  return async (model: ModelName, userId: string): Promise<Row[]> => {
    const user = keys.user(userId)
    const entries = await entriesOf(user, keys.rowPrefix(model))
    const rows: Row[] = []
    for (let from = 0; from < entries.length; from += readAtOnce) {
      const some = entries.slice(from, from + readAtOnce)
      const stored = await Promise.all(some.map(({ key }) => readOwned(parts, key)))
      for (const [nth, row] of stored.entries())
        if (row?.user === user && row.nonce === some[nth]?.nonce)
          rows.push(unpackRow(schema.models[model], row.packed))
      // Rows that expired and were dropped leave their entries. A row that exists may be on its way to this user.
      const stale = some.filter((_, nth) => stored[nth] === null).map(({ field }) => field)
      if (stale.length > 0) inBackground(connection.write("HDEL", user, ...stale))
    }
    return rows
  }
}
