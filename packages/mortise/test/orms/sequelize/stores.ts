import { type Options, Sequelize } from "sequelize"
import { sqlite3OverLibsql } from "../../../../../peers/sqlite/sqlite3-over-libsql.ts"
import { sequelizeAdapter } from "../../../src/stores/sql/orms/sequelize/sequelize-adapter.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { OpenOrm, OrmStore } from "../support/orm-store.ts"

export const sequelizeStores: readonly OrmStore[] = [
  {
    name: "Sequelize 6 on PostgreSQL",
    databases: postgresDatabases,
    open: async (url, max = 5) => opened(new Sequelize(url, { logging: false, pool: { max } })),
  },
  {
    name: "Sequelize 6 on MariaDB",
    databases: mariadbDatabases,
    open: async (url, max = 5) => opened(new Sequelize(url, { logging: false, pool: { max } })),
  },
  {
    name: "Sequelize 6 on SQLite",
    databases: sqliteDatabases,
    open: async (url) => opened(onSqlite(url.replace(/^file:/, ""))),
  },
]

const onSqlite = (storage: string): Sequelize =>
  new Sequelize({ dialect: "sqlite", storage, dialectModule: sqlite3OverLibsql, logging: false } as Options)

const opened = (sequelize: Sequelize): OpenOrm => ({
  adapter: (options) => sequelizeAdapter(sequelize, options),
  transaction: (work) =>
    sequelize.transaction((transaction) =>
      work({
        adapter: sequelizeAdapter(sequelize, { transaction }),
        again: () => sequelizeAdapter(sequelize, { transaction }),
        nested: (inside) =>
          sequelize.transaction({ transaction }, (inner) =>
            inside(sequelizeAdapter(sequelize, { transaction: inner })),
          ),
      }),
    ),
  close: () => sequelize.close(),
})
