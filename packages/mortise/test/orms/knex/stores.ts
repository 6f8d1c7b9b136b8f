import knex, { type Knex } from "knex"
import type { Adapter } from "../../../src/index.ts"
import { knexAdapter } from "../../../src/stores/sql/orms/knex/knex-adapter.ts"
import { type Databases, mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { OrmStore } from "../support/orm-store.ts"

const storeOf = (
  client: string,
  databases: Databases,
  connection: (url: string) => string | Knex.StaticConnectionConfig = (url) => url,
): OrmStore => ({
  name: `Knex with ${client}`,
  databases,
  async open(url, connections) {
    const pool = connections ? { pool: { min: 0, max: connections } } : {}
    const settings = { useNullAsDefault: true, log: { warn() {} }, ...pool }
    const database = knex({ client, connection: connection(url), ...settings })
    return {
      adapter: (options) => knexAdapter(database, options),
      transaction: (work) =>
        database.transaction((trx) =>
          work({
            adapter: knexAdapter(trx),
            again: () => knexAdapter(trx),
            nested: <T>(inside: (joined: Adapter) => Promise<T>) =>
              trx.transaction((inner) => inside(knexAdapter(inner))),
          }),
        ),
      close: () => database.destroy(),
    }
  },
})

export const knexStores: readonly OrmStore[] = [
  storeOf("pg", postgresDatabases),
  storeOf("mysql2", mariadbDatabases),
  storeOf("mariadb", mariadbDatabases),
  storeOf("better-sqlite3", sqliteDatabases, (url) => ({ filename: url.replace(/^file:/, "") })),
]
