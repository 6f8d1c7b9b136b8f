import { type ModelName, modelNames } from "../../../mortise/src/contract/models.ts"
import type { Row } from "../../../mortise/src/contract/rows.ts"
import type { Schema } from "../../../mortise/src/contract/schema.ts"
import { createTables, type Tables } from "../../../mortise/src/stores/memory/memory-store.ts"

/** The rows of every model, in the order of their keys. */
export type StoredRows = readonly (readonly Row[])[]

/** The tables of the store in memory with these rows. */
export function loadRows(schema: Schema, rows: StoredRows): Tables {
  const tables = createTables(schema)
  for (const [index, name] of modelNames.entries())
    for (const row of rows[index] ?? []) tables[name].add(revive(schema, name, row))
  return tables
}

export const dumpRows = (tables: Tables): StoredRows =>
  modelNames.map((name) => {
    const rows = [...tables[name].rows].sort(([a], [b]) => (a < b ? -1 : 1))
    return rows.map(([, row]) => JSON.parse(JSON.stringify(row)) as Row)
  })

function revive({ models }: Schema, name: ModelName, row: Row): Row {
  const revived = { ...row }
  for (const field of models[name].fields) {
    const value = revived[field.name]
    if (field.kind === "date" && typeof value === "string") revived[field.name] = new Date(value)
  }
  return revived
}
