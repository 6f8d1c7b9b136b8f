import type { Engine } from "../../engine.ts"
import { checkDateColumns } from "./check-date-columns.ts"
import { postgresDialect } from "./dialect.ts"
import { markDroppingDialect } from "./mark-dropping-dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).postgresIntrospection

/** For clients that drop a byte order mark at the start of a text. */
export const markDroppingPostgres: Engine = {
  dialect: markDroppingDialect,
  introspection,
  checkTables: checkDateColumns,
}

export const postgres: Engine = {
  dialect: postgresDialect,
  introspection,
  checkTables: checkDateColumns,
}
