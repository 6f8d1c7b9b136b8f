import { MortiseError } from "../../../contract/errors.ts"
import type { Driver } from "../../driver.ts"
import type { DeclaredTable, DeclaredTables } from "../../engine.ts"
import { statement } from "../../statement.ts"
import { isTextDate, toStorage } from "../../storage.ts"
import type { DeclaredColumn } from "../../tables/table-spec.ts"
import { textArray } from "./text-array.ts"

// 1114 is `timestamp without time zone`, 1184 is `timestamp with time zone`.
const dateColumns = (isWanted: string) =>
  `SELECT c.relname::text, a.attname::text, (a.atttypid = 1184)::text AS zoned FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE c.relkind IN ('r', 'p') AND ${isWanted} AND c.relname::text = ANY($1) AND a.atttypid IN (1114, 1184)`
const onSearchPath = statement(dateColumns("pg_table_is_visible(c.oid)"))
const inPgSchema = statement(
  dateColumns("c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $2)"),
)

/**
 * Throws for date columns whose type differs from their declaration: PostgreSQL would silently shift every date by the
 * connection's time zone. Returns false if no table exists yet.
 */
export async function checkDateColumns(driver: Driver, tables: DeclaredTables): Promise<boolean> {
  const models = Object.values(tables.models)
  const { pgSchema } = tables
  const names = textArray(models.map(({ table }) => table))
  const { rows } = await (pgSchema === undefined
    ? driver.run(onSearchPath, [names])
    : driver.run(inPgSchema, [names, pgSchema]))
  for (const model of models)
    for (const field of model.fields) {
      const row = rows.find(([table, column]) => table === model.table && column === field.column)
      if (row && field.kind === "date") checkColumn(model, field, row[2] === "true")
    }
  return rows.length > 0
}

function checkColumn(model: DeclaredTable, field: DeclaredColumn, hasZone: boolean): void {
  const storage = toStorage(field)
  const place = `${model.table}.${field.column}`
  if (isTextDate(storage))
    throw dateError(
      model,
      field,
      `${place} is a timestamp, but the schema declares dates: "${field.stored}" for it, which is text. Fix: remove that declaration from defineSchema.`,
    )
  if (hasZone === (storage !== "utc_date")) return
  const message = hasZone
    ? `${place} is a timestamp with time zone, but the schema declares dates: "utc" for it, so dates would shift by the time zone of the connection. Fix: remove that declaration from defineSchema.`
    : `${place} is a timestamp without time zone, so dates would shift by the time zone of the connection. Fix: if it holds UTC, as with Prisma and Drizzle, declare ${model.name}: { dates: "utc" } or a preset in defineSchema; otherwise convert it by the statement that inspect(adapter) returns.`
  throw dateError(model, field, message)
}

const dateError = (model: DeclaredTable, field: DeclaredColumn, message: string): MortiseError =>
  new MortiseError("not_migrated", message, { model: model.name, fields: [field.name] })
