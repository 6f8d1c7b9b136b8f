import type { Engine } from "../../engine.ts"
import { checkDateColumns } from "./check-date-columns.ts"
import { checkDirtyReads } from "./cluster-settings.ts"
import { mariadbDialect, mysqlDialect } from "./dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).mysqlIntrospection

export const mysql: Engine = { dialect: mysqlDialect, introspection, checkTables: checkDateColumns }

export const mariadb: Engine = {
  dialect: mariadbDialect,
  introspection,
  checkTables: checkDateColumns,
  checkReads: checkDirtyReads,
}
