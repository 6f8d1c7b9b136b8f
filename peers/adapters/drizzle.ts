import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { createClient } from "@libsql/client"
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzleMysql } from "drizzle-orm/mysql2"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { readSchema } from "../../packages/workshop/src/official/schemas/read-schema.ts"
import type { AuthJsPeer } from "../peer.ts"

export const peer = {
  package: "@auth/drizzle-adapter",
  from: "Auth.js",
  stores: {
    sqlite: {
      clients: ["drizzle-orm", "@libsql/client"],
      note: "In memory. The tables that the adapter defines by default.",
      async open() {
        const client = createClient({ url: ":memory:" })
        await client.executeMultiple(await readSchema("drizzle.sql"))
        return { adapter: DrizzleAdapter(drizzleLibsql(client)), close: () => client.close() }
      },
    },
    postgres: {
      clients: ["drizzle-orm", "pg"],
      note: "The tables that the adapter defines by default.",
      tables: [
        "packages/workshop/src/official/schemas/drizzle-postgres.sql",
        "packages/workshop/src/official/schemas/drizzle-postgres-passkeys.sql",
      ],
      async open(url: string) {
        const pool = new Pool({ connectionString: url })
        return { adapter: DrizzleAdapter(drizzlePg(pool)), close: () => pool.end() }
      },
    },
    mariadb: {
      clients: ["drizzle-orm", "mysql2"],
      note: "The tables that the adapter defines by default for MySQL.",
      tables: [
        "packages/workshop/src/official/schemas/drizzle-mariadb.sql",
        "packages/workshop/src/official/schemas/drizzle-mariadb-passkeys.sql",
      ],
      async open(url: string) {
        const pool = createPool(url)
        return { adapter: DrizzleAdapter(drizzleMysql(pool)), close: () => pool.end() }
      },
    },
  },
} satisfies AuthJsPeer
