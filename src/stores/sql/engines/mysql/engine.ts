import type { Engine } from "../../engine.ts"
import { mariadbDialect, mysqlDialect } from "./dialect.ts"

const introspection: Engine["introspection"] = async () =>
  (await import("./introspection/introspection.ts")).mysqlIntrospection

export const mysql: Engine = { dialect: mysqlDialect, introspection }

export const mariadb: Engine = { dialect: mariadbDialect, introspection }
