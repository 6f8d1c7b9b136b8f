import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { Schema } from "../../../src/contract/schema.ts"
import { createTableTexts } from "../../../src/stores/sql/compile/create-table.ts"
import { toTableSpecs } from "../../../src/stores/sql/compile/tables.ts"
import { sqliteDialect } from "../../../src/stores/sql/engines/sqlite/dialect.ts"
import { literal } from "../../../src/stores/sql/engines/sqlite/introspection/literal.ts"

/** The statements that create the tables of a schema on SQLite. */
export const sqliteTables = (schema: Schema = defaultSchema()): string[] =>
  toTableSpecs(schema, sqliteDialect).flatMap((spec) => createTableTexts(spec, sqliteDialect, literal))
