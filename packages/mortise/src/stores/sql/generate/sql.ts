import type { Schema } from "../../../contract/schema.ts"
import { schemaFor } from "../../../schema/define-schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { createTableTexts } from "../compile/create-table.ts"
import { toTableSpecs } from "../compile/tables.ts"
import { dialectIn } from "../engines/postgres/in-pg-schema.ts"
import { engines } from "./engines.ts"

/** The statements that create the tables, as `migrate` sends them. */
export function sqlText(schema: Schema, engine: EngineName): string {
  const { literal, dialect: plain } = engines[engine]
  const { pgSchema, ...engineSchema } = schemaFor(schema, engine)
  const dialect = pgSchema === undefined ? plain : dialectIn(plain, pgSchema)
  const create = pgSchema === undefined ? [] : [[`CREATE SCHEMA IF NOT EXISTS ${plain.quote(pgSchema)}`]]
  const tables = toTableSpecs(engineSchema, dialect).map((spec) => createTableTexts(spec, dialect, literal))
  return [...create, ...tables].map((texts) => texts.map((text) => `${text};\n`).join("")).join("\n")
}
