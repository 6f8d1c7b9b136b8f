import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { Schema } from "../../../src/contract/schema.ts"
import { sqliteDialect } from "../../../src/sql/engines/sqlite/dialect.ts"
import { literal } from "../../../src/sql/engines/sqlite/introspection/literal.ts"
import { createTableTexts } from "../../../src/sql/tables/create-table.ts"
import { toModelTables } from "../../../src/stores/sql/compile/tables.ts"

/** The statements that create the tables of a schema on SQLite. */
export const sqliteTables = (schema: Schema = defaultSchema()): string[] =>
  toModelTables(schema, sqliteDialect).flatMap((spec) => createTableTexts(spec, sqliteDialect, literal))
