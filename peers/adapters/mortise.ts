import Database from "libsql"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import type { SqlAdapter } from "../../packages/mortise/src/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../packages/mortise/src/stores/sql/adapters/libsql-adapter.ts"
import { mysql2Adapter } from "../../packages/mortise/src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../packages/mortise/src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../packages/mortise/src/stores/sql/migrate/index.ts"
import type { AuthJsPeer } from "../peer.ts"

async function openOn(adapter: SqlAdapter, close: () => unknown) {
  await migrate(adapter)
  return { adapter, close }
}

const note = "Default options, and the tables of `migrate`."

export const peer: AuthJsPeer = {
  package: "mortise",
  from: "this project",
  stores: {
    memory: {
      note: "Default options.",
      import: "mortise/memory",
      open: async () => ({ adapter: memoryAdapter() }),
    },
    sqlite: {
      clients: ["libsql"],
      note: `In memory. ${note}`,
      import: "mortise/libsql",
      async open() {
        const database = new Database(":memory:")
        return openOn(libsqlAdapter(database), () => database.close())
      },
    },
    postgres: {
      clients: ["pg"],
      note,
      import: "mortise/pg",
      async open(url) {
        const pool = new Pool({ connectionString: url })
        return openOn(pgAdapter(pool), () => pool.end())
      },
    },
    mariadb: {
      clients: ["mysql2"],
      note,
      import: "mortise/mysql2",
      async open(url) {
        const pool = createPool(url)
        return openOn(mysql2Adapter(pool), () => pool.end())
      },
    },
  },
}
