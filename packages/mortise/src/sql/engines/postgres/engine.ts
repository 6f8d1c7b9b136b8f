import type { Engine } from "../../engine.ts"
import { checkDateColumns } from "./check-date-columns.ts"
import { postgresDialect } from "./dialect.ts"
import { inPgSchema } from "./in-pg-schema.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).postgresIntrospection

const catalog: Engine["catalog"] = () => import("./introspection/read-tables.ts")

export const postgres: Engine = {
  dialect: postgresDialect,
  introspection,
  catalog,
  checkTables: checkDateColumns,
  inPgSchema,
}
