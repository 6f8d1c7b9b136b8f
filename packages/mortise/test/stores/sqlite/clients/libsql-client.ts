import { type Client, type Config, createClient } from "@libsql/client"
import { libsqlAdapter } from "../../../../src/stores/sql/adapters/libsql-adapter.ts"
import type { SqlOptions } from "../../../../src/stores/sql/sql-adapter.ts"
import type { OpenClient, OpenOptions, SqliteClient } from "./client.ts"

/** `@libsql/client` with a configuration. */
export const clientOf = (configOf: (file: string) => Config | Promise<Config>): SqliteClient => ({
  async open(file, { isReadOnly, withoutForeignKeys, isSingle }: OpenOptions = {}) {
    const concurrency = isReadOnly || withoutForeignKeys || isSingle ? 1 : 20
    const client = createClient({ concurrency, ...(await configOf(file)) })
    if (isReadOnly) await client.execute("PRAGMA query_only = ON")
    if (withoutForeignKeys) await client.execute("PRAGMA foreign_keys = OFF")
    return openClient(client)
  },
})

export function openClient(client: Client): OpenClient {
  return {
    adapter: (options) => libsqlAdapter(client, options),
    async all(text) {
      const { rows } = await client.execute(text)
      return rows.map((row) => Array.from(row as ArrayLike<unknown>))
    },
    async begin() {
      const transaction = await client.transaction("write")
      return {
        adapter: (options?: SqlOptions) => libsqlAdapter(transaction, options),
        commit: () => transaction.commit(),
        rollback: () => transaction.rollback(),
      }
    },
    close: async () => client.close(),
  }
}

export const file = clientOf((path) => ({ url: `file:${path}` }))
export const memory = clientOf(() => ({ url: ":memory:" }))
