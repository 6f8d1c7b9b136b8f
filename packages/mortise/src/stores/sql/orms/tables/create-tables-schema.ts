/**
 * Makes a schema from the tables that an ORM describes. Each of the contract's fields gets the column whose property or
 * name differs at most in case and underscores. The other columns become extra fields. A column that the ORM fills in
 * JavaScript gets its value from the same function. A column that the database fills is left out of inserts. A table
 * that cannot be filled or read correctly is refused here, before any statement is sent.
 */

import { buildSchema } from "../../../../contract/build-schema.ts"
import { MortiseError } from "../../../../contract/errors.ts"
import { modelNames } from "../../../../contract/models.ts"
import type { EmailMode, ExtraFields, IdMode, Schema } from "../../../../contract/schema.ts"
import { checkNameClashes } from "../../../../schema/check-schema.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { findMissingByTypes } from "./find-missing-by-types.ts"
import { type DeclareColumn, declareAsSql, managedTables, neededColumn } from "./managed-tables.ts"
import { columnsByField, mapTable } from "./map-table.ts"
import type { OrmTables } from "./orm-tables.ts"

/** How a factory makes a schema from the tables of its ORM. */
export type TablesOptions = {
  /** The name of the factory, for errors. */
  readonly factory: string
  /** How a column is declared in the ORM's schema, for errors. Default: as in SQL. */
  readonly declare?: DeclareColumn
  /** How emails are stored and looked up. Default: `legacy`, because the rows may be older than this adapter. */
  readonly email?: EmailMode | undefined
}

/**
 * The schema of the tables that an ORM describes. Create it once per set of tables, because statements are cached by
 * schema.
 */
export function createTablesSchema<X extends ExtraFields = object>(
  described: OrmTables,
  { factory, declare = declareAsSql, email = "legacy" }: TablesOptions,
): Schema<X> {
  const { orm, engine, tables } = described
  const throwInvalid = (sentence: string): never => {
    throw new MortiseError("invalid", `${factory}: ${sentence}`)
  }
  const pgSchema = findPgSchema(described, throwInvalid)
  const ofUser = columnsByField(["id", "email"], tables.user?.columns ?? [])
  const id = ofUser.get("id")
  const ids = id ? toIdMode(id) : "given"
  if (id && ids === "serial" && (!id.hasDefault || id.onInsert))
    throwInvalid(
      `${tables.user?.table}.${id.column} is ${id.type}, and the database does not generate it: make it a serial column, or text.`,
    )
  const byModel = modelNames.flatMap((model) => {
    const table = tables[model]
    const explainMissing = (field: string) =>
      `The table ${table?.table} has no column for ${model}.${field}. Add it to the schema of ${orm}: ${declare(neededColumn(engine, ids, model, field))}`
    return table ? [[model, mapTable(model, table, { engine, throwInvalid, explainMissing })] as const] : []
  })
  const options = Object.fromEntries(byModel.map(([model, { columns }]) => [model, { columns }]))
  const schema = buildSchema<X>(
    {
      ...(options as object),
      ids,
      email,
      emailRequired: ofUser.get("email")?.notNull ?? false,
      ...(pgSchema !== undefined && { pgSchema }),
    },
    {
      models: Object.fromEntries(byModel.map(([model, { existing }]) => [model, existing])),
      dates: "native",
      newId: id?.onInsert as (() => string) | undefined,
      missingGuarantees: [
        ...new Set([...findMissingByTypes(described), ...(described.missingGuarantees ?? [])]),
      ],
      // A collation of MySQL may treat different texts as equal.
      ...(engine === "mysql" && { keysFold: true }),
    },
  )
  checkNameClashes(schema)
  const missing = modelNames.filter((model) => !tables[model])
  return Object.freeze({ ...schema, managed: managedTables({ orm, engine, schema, missing, declare }) })
}

/** The PostgreSQL schema that the ORM names for all tables. */
function findPgSchema(
  { engine, tables }: OrmTables,
  throwInvalid: (sentence: string) => never,
): string | undefined {
  const all = Object.values(tables)
  const named = all.find(({ schema }) => schema !== undefined)
  if (!named) return undefined
  const { table, schema } = named
  if (engine !== "postgres")
    throwInvalid(
      `The table ${table} is in the schema ${schema}, which works only on PostgreSQL: describe it without that schema.`,
    )
  const mismatch = all.find((candidate) => candidate.schema !== schema)
  if (mismatch)
    throwInvalid(
      `The table ${table} is in the schema ${schema}, and ${mismatch.table} is not: keep all tables of the adapter in one PostgreSQL schema.`,
    )
  return schema
}

function toIdMode({ type }: OrmColumn): IdMode {
  if (/int|serial/.test(type)) return "serial"
  return type === "uuid" ? "uuid" : "given"
}
