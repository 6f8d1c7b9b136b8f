import type { Engine } from "../../engine.ts"
import { checkDateColumns } from "./check-date-columns.ts"
import { postgresDialect } from "./dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).postgresIntrospection

export const postgres: Engine = {
  dialect: postgresDialect,
  introspection,
  checkTables: checkDateColumns,
}
