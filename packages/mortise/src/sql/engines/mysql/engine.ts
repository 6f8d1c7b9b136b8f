import type { Engine } from "../../engine.ts"
import { checkDateColumns } from "./check-date-columns.ts"
import { checkDirtyReads } from "./cluster-settings.ts"
import { mariadbDialect, mysqlDialect } from "./dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).mysqlIntrospection

const catalog: Engine["catalog"] = () => import("./introspection/read-tables.ts")

export const mysql: Engine = { dialect: mysqlDialect, introspection, catalog, checkTables: checkDateColumns }

export const mariadb: Engine = {
  dialect: mariadbDialect,
  introspection,
  catalog,
  checkTables: checkDateColumns,
  checkReads: checkDirtyReads,
}
