import {
  type BetterSqlite3Client,
  betterSqlite3Adapter,
} from "../../../../src/stores/sql/adapters/better-sqlite3-adapter.ts"
import { oneConnection, type SqliteClient } from "./client.ts"

type Database = BetterSqlite3Client & { close(): unknown }
type Statement = { raw(): { all(): unknown[] }; readonly reader: boolean; run(): unknown }
type Module = { default: new (file: string, options: { readonly?: boolean; timeout?: number }) => Database }

// Installed separately, because it does not run on every Node version that Mortise supports.
const runtimes = new URL("../../../../../workshop/src/runtimes/", import.meta.url)

export const client: SqliteClient = {
  async open(path, { isReadOnly = false, withoutForeignKeys } = {}) {
    const { default: BetterSqlite3 } = (await import(
      `${runtimes.href}node_modules/better-sqlite3/lib/index.js`
    )) as Module
    // By default it blocks the process for up to five seconds when the file is locked.
    const database = new BetterSqlite3(path, { readonly: isReadOnly, timeout: 0 })
    if (withoutForeignKeys) database.exec("PRAGMA foreign_keys = OFF")
    return oneConnection(database, betterSqlite3Adapter, (from, text) => {
      const statement = from.prepare(text) as Statement
      return statement.reader ? statement.raw().all() : statement.run()
    })
  },
}
