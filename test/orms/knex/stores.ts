import knex, { type Knex } from "knex"
import type { Adapter } from "../../../src/index.ts"
import { knexAdapter } from "../../../src/stores/sql/orms/knex.ts"
import { type Databases, mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { OrmStore } from "../support/orm-store.ts"

const storeOf = (databases: Databases, config: (url: string) => Knex.Config): OrmStore => ({
  name: `Knex on ${databases.engine}`,
  databases,
  async open(url) {
    const database = knex({ log: { warn() {} }, ...config(url) })
    return {
      adapter: (options) => knexAdapter(database, options),
      transaction: (work) =>
        database.transaction((trx) =>
          work({
            adapter: knexAdapter(trx),
            nested: <T>(inside: (joined: Adapter) => Promise<T>) =>
              trx.transaction((inner) => inside(knexAdapter(inner))),
          }),
        ),
      close: () => database.destroy(),
    }
  },
})

export const knexStores: readonly OrmStore[] = [
  storeOf(postgresDatabases, (connection) => ({ client: "pg", connection })),
  storeOf(mariadbDatabases, (connection) => ({ client: "mysql2", connection })),
  storeOf(sqliteDatabases, (url) => ({
    client: "better-sqlite3",
    connection: { filename: url.replace(/^file:/, "") },
    useNullAsDefault: true,
  })),
]
