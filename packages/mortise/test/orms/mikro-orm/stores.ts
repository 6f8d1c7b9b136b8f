import { BetterSqliteDriver } from "@mikro-orm/better-sqlite"
import { EntitySchema, MikroORM, type Options } from "@mikro-orm/core"
import { MariaDbDriver } from "@mikro-orm/mariadb"
import { MySqlDriver } from "@mikro-orm/mysql"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import { mikroOrmStore } from "./stores-of.ts"

const note = new EntitySchema({ name: "Note", properties: { id: { type: "number", primary: true } } })
const connect = (options: Options) => MikroORM.init({ entities: [note], ...options })

/** MikroORM 6 on every engine, without entities of ours. */
export const stores = [
  mikroOrmStore("MikroORM 6 on PostgreSQL", postgresDatabases, (clientUrl, pool = {}) =>
    connect({ driver: PostgreSqlDriver, clientUrl, pool }),
  ),
  mikroOrmStore("MikroORM 6 on MariaDB", mariadbDatabases, (clientUrl, pool = {}) =>
    connect({ driver: MariaDbDriver, clientUrl, pool }),
  ),
  mikroOrmStore("MikroORM 6 on MariaDB, with the driver of MySQL", mariadbDatabases, (clientUrl, pool = {}) =>
    connect({ driver: MySqlDriver, clientUrl, pool }),
  ),
  mikroOrmStore("MikroORM 6 on SQLite", sqliteDatabases, (url) =>
    connect({ driver: BetterSqliteDriver, dbName: url.replace(/^file:/, "") }),
  ),
]
