import type { Client } from "@libsql/client"
import { installRuntimes } from "../../../../../workshop/src/runtimes/install.ts"
import { openLibsqlServer } from "../../../../../workshop/src/servers/libsql.ts"
import type { SqliteClient } from "./client.ts"
import { openClient } from "./libsql-client.ts"

type Module = { createClient(config: { url: string }): Client }

// Installed separately, because only these tests need it.
const runtimes = new URL("../../../../../workshop/src/runtimes/", import.meta.url)

/** The part of `@tursodatabase/serverless` that is compatible with `@libsql/client`, on a server, over HTTP. */
export const client: SqliteClient = {
  async open(file, { isReadOnly, withoutForeignKeys } = {}) {
    await installRuntimes()
    const module: Module = await import(
      `${runtimes.href}node_modules/@tursodatabase/serverless/dist/compat/index.js`
    )
    const turso = module.createClient({ url: await openLibsqlServer(file) })
    if (isReadOnly) await turso.execute("PRAGMA query_only = ON")
    if (withoutForeignKeys) await turso.execute("PRAGMA foreign_keys = OFF")
    return openClient(turso)
  },
}
