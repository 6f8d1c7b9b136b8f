import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { RedisParts } from "../engine.ts"
import { formatEntryGlob, readEntry } from "../glossary.ts"
import { getRowKind } from "../rows/keys.ts"
import { type PackedRow, unpackRow } from "../rows/packed-row.ts"
import { scanHash } from "../rows/read-hash.ts"
import { listScript, listSomeScript } from "./find-scripts.ts"

const readAtOnce = 500
// The server compares the entries of all models, and returns those of one.
const scannedAtOnce = 5000

/** Lists the rows of one owner: by one script, or in steps for a user with very many rows. */
export function createList(
  { schema, keys, connection }: RedisParts,
  find: (model: ModelName, key: Key) => Awaitable<Row | null>,
): Store["list"] {
  const tokens = async (identifier: string): Promise<PackedRow[]> => {
    const name = keys.row("verificationToken", { identifier })
    return (await connection.read("HVALS", name)) as PackedRow[]
  }

  const readOwned = async (model: ModelName, userId: string): Promise<PackedRow[]> => {
    const [user, prefix] = [keys.user(userId), keys.rowPrefix(model)]
    const reply = await connection.evaluate(listScript, [user], [prefix])
    return Array.isArray(reply) ? reply : scanOwned(user, prefix)
  }

  const scanOwned = async (user: string, prefix: string): Promise<PackedRow[]> => {
    const entries = new Map<string, ReturnType<typeof readEntry>>()
    const scan = { key: user, glob: formatEntryGlob(prefix), count: scannedAtOnce }
    for await (const pairs of scanHash(connection, scan))
      for (const [field] of pairs) {
        const entry = readEntry(field)
        if (entry.key.startsWith(prefix)) entries.set(field, entry)
      }
    const allEntries = [...entries.values()]
    const rows: PackedRow[] = []
    for (let from = 0; from < allEntries.length; from += readAtOnce) {
      const some = allEntries.slice(from, from + readAtOnce)
      const names = [user, ...some.map(({ key }) => key)]
      const nonces = some.map(({ nonce }) => nonce)
      rows.push(...((await connection.evaluate(listSomeScript, names, nonces)) as PackedRow[]))
    }
    return rows
  }

  return async (model, owner) => {
    const described = schema.models[model]
    if (getRowKind(described) === "slot" || getRowKind(described) === "user") {
      const row = await find(model, { [described.keys[0]?.[0] as string]: owner })
      return row ? [row] : []
    }
    const packed = getRowKind(described) === "token" ? await tokens(owner) : await readOwned(model, owner)
    return packed.map((row) => unpackRow(described, row))
  }
}
