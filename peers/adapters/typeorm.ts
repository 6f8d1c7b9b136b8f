import "../../packages/workshop/src/official/as-deployed.ts"
import type { DataSourceOptions } from "typeorm"
import { openLibsql } from "../../packages/workshop/src/official/open-libsql.ts"
import type { AuthJsPeer } from "../peer.ts"
import { copyOfPackage } from "../typeorm/copy-of-package.ts"

async function openOn(dataSource: DataSourceOptions) {
  const { TypeORMAdapter, entities, getManager } = await copyOfPackage()
  const adapter = TypeORMAdapter(dataSource)
  const { connection } = await getManager({ dataSource, entities })
  return { adapter, close: () => connection.destroy() }
}

export const peer = {
  package: "@auth/typeorm-adapter",
  from: "Auth.js",
  stores: {
    sqlite: {
      clients: ["typeorm", "libsql"],
      note: "In memory. The entities of the adapter; libsql replaces better-sqlite3. TypeORM uses one connection on SQLite.",
      open: () =>
        openOn({ type: "better-sqlite3", driver: openLibsql, database: ":memory:", synchronize: true }),
    },
    postgres: {
      clients: ["typeorm", "pg"],
      note: "The entities of the adapter, created by synchronize; ids are UUIDs.",
      open: (url: string) => openOn({ type: "postgres", url, synchronize: true }),
    },
    mariadb: {
      clients: ["typeorm", "mysql2"],
      note: "The entities of the adapter, created by synchronize.",
      open: (url: string) => openOn({ type: "mariadb", url, synchronize: true }),
    },
  },
} satisfies AuthJsPeer
