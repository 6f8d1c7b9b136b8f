import type { Engine } from "../../engine.ts"
import { checkDateColumns } from "./check-date-columns.ts"
import { postgresDialect } from "./dialect.ts"
import { inPgSchema } from "./in-pg-schema.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).postgresIntrospection

export const postgres: Engine = {
  dialect: postgresDialect,
  introspection,
  checkTables: checkDateColumns,
  inPgSchema,
}
