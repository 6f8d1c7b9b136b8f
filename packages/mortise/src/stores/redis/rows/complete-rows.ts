import type { Row } from "../../../contract/rows.ts"
import type { Entry } from "../../../operations/store.ts"
import type { RedisParts } from "../engine.ts"

/** Adds what the store generates: the id of a user, and the reference to a user inserted in the same call. */
export async function completeRows(
  { schema, keys, connection }: RedisParts,
  entries: readonly Entry[],
): Promise<Row[]> {
  let user: Row | undefined
  const rows: Row[] = []
  for (const [model, values] of entries) {
    const { owner } = schema.models[model]
    let row: Row = { ...values }
    if (model === "user") {
      if (schema.ids === "uuid") row = { id: crypto.randomUUID(), ...row }
      if (schema.ids === "serial") row = { id: String(await connection.write("INCR", keys.serial)), ...row }
      user = row
    } else if (owner && user && row[owner.field] === undefined)
      row = { [owner.field]: user[owner.of] ?? null, ...row }
    rows.push(row)
  }
  return rows
}
