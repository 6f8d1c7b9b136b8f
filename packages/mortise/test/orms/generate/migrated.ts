import { createClient } from "@libsql/client"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import type { Schema } from "../../../src/contract/schema.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import type { Databases } from "../support/databases.ts"

/** Calls `work` with an adapter of a plain client on a database. */
export async function withAdapter<T>(
  { engine }: Databases,
  url: string,
  schema: Schema,
  work: (adapter: SqlAdapter) => Promise<T>,
): Promise<T> {
  const [adapter, close] = open[engine](url, schema)
  try {
    return await work(adapter)
  } finally {
    await close()
  }
}

type Opened = readonly [adapter: SqlAdapter, close: () => unknown]

const open: Readonly<Record<Databases["engine"], (url: string, schema: Schema) => Opened>> = {
  postgres(url, schema) {
    const pool = new Pool({ connectionString: url })
    return [pgAdapter(pool, { schema }), () => pool.end()]
  },
  mysql(url, schema) {
    const pool = createPool(url)
    return [mysql2Adapter(pool, { schema }), () => pool.end()]
  },
  sqlite(url, schema) {
    const client = createClient({ url })
    return [libsqlAdapter(client, { schema }), () => client.close()]
  },
}
