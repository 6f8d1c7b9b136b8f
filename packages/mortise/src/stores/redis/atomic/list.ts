import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Store } from "../../../operations/store.ts"
import type { RedisParts } from "../engine.ts"
import { entryGlob, readEntry } from "../glossary.ts"
import { kindOf } from "../rows/keys.ts"
import { type PackedRow, unpackRow } from "../rows/packed-row.ts"
import { findWithUserScript, listScript } from "./find-scripts.ts"
import type { FoundWithUser } from "./lookups.ts"

/** Lists the rows of one owner: by one script, or in steps for a user with very many rows. */
export function createList(
  { schema, keys, connection }: RedisParts,
  find: (model: ModelName, key: Key) => Promise<Row | null>,
): Store["list"] {
  const tokens = async (identifier: string): Promise<PackedRow[]> => {
    const name = keys.row("verificationToken", { identifier })
    return (await connection.read("HVALS", name)) as PackedRow[]
  }

  const owned = async (model: ModelName, userId: string): Promise<PackedRow[]> => {
    const [user, prefix] = [keys.user(userId), keys.rowPrefix(model)]
    const found = await connection.evaluate(listScript, [user], [prefix])
    return Array.isArray(found) ? found : scanned(user, prefix)
  }

  const scanned = async (user: string, prefix: string): Promise<PackedRow[]> => {
    const names = new Set<string>()
    let cursor = "0"
    do {
      const [next, fields] = (await connection.read(
        "HSCAN",
        user,
        cursor,
        "MATCH",
        entryGlob,
        "COUNT",
        "1000",
      )) as [string, string[]]
      for (const [at, field] of fields.entries()) {
        const { key } = readEntry(field)
        if (at % 2 === 0 && key.startsWith(prefix)) names.add(key)
      }
      cursor = String(next)
    } while (cursor !== "0")
    const rows: PackedRow[] = []
    for (let from = 0; from < names.size; from += 500) {
      const some = [...names].slice(from, from + 500)
      const found = (await connection.evaluate(findWithUserScript, some, [])) as FoundWithUser
      rows.push(...found.filter((row, at): row is PackedRow => row !== null && at % 2 === 0))
    }
    return rows
  }

  return async (model, owner) => {
    const described = schema.models[model]
    if (kindOf(described) === "slot" || kindOf(described) === "user") {
      const row = await find(model, { [described.keys[0]?.[0] as string]: owner })
      return row ? [row] : []
    }
    const packed = kindOf(described) === "token" ? await tokens(owner) : await owned(model, owner)
    return packed.map((row) => unpackRow(described, row))
  }
}
