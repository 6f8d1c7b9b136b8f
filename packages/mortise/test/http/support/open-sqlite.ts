import { join } from "node:path"
import { createClient } from "@libsql/client"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import type { Adapter } from "../../../src/contract/adapter.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"

export type OpenSqlite = { readonly adapter: Adapter; readonly url: string; close(): void }

/** A new database file, with its tables. */
export async function openSqlite(): Promise<OpenSqlite> {
  const { folder, remove } = quickFolder()
  const url = `file:${join(folder, "auth.db")}`
  const client = createClient({ url })
  const adapter = libsqlAdapter(client)
  await migrate(adapter)
  return {
    adapter,
    url,
    close() {
      client.close()
      remove()
    },
  }
}
