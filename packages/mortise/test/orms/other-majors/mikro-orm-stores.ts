import { setTimeout } from "node:timers/promises"
import { EntitySchema, MikroORM, type Options } from "@mikro-orm/core"
import { LibSqlDriver } from "@mikro-orm/libsql"
import { MariaDbDriver } from "@mikro-orm/mariadb"
import { MySqlDriver } from "@mikro-orm/mysql"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import { mikroOrmStore } from "../mikro-orm/stores-of.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"

const note = new EntitySchema({ name: "Note", properties: { id: { type: "number", primary: true } } })

async function connect(options: Partial<Options>) {
  const orm = await MikroORM.init({ entities: [note], ...options })
  await orm.connect()
  // Its version of Kysely does not return a lost connection to the pool, which then does not end.
  return { em: orm.em, close: () => Promise.race([orm.close(true), setTimeout(2_000)]) }
}

/** MikroORM 7 on every engine, without entities of ours. Its nested transactions are savepoints of Kysely. */
export const stores = [
  mikroOrmStore("MikroORM 7 on PostgreSQL", postgresDatabases, (clientUrl, pool = {}) =>
    connect({ driver: PostgreSqlDriver, clientUrl, pool }),
  ),
  mikroOrmStore("MikroORM 7 on MariaDB", mariadbDatabases, (clientUrl, pool = {}) =>
    connect({ driver: MariaDbDriver, clientUrl, pool }),
  ),
  mikroOrmStore("MikroORM 7 on MariaDB, with the driver of MySQL", mariadbDatabases, (clientUrl, pool = {}) =>
    connect({ driver: MySqlDriver, clientUrl, pool }),
  ),
  mikroOrmStore("MikroORM 7 on SQLite", sqliteDatabases, (url) =>
    connect({ driver: LibSqlDriver, dbName: url.replace(/^file:/, "") }),
  ),
].map((store) => ({ ...store, savepoints: "seen" as const }))
