import {
  type BunSqliteClient,
  bunSqliteAdapter,
} from "../../../../src/stores/sql/adapters/bun-sqlite-adapter.ts"
import { oneConnection, type SqliteClient } from "./client.ts"

type Database = BunSqliteClient & { close(): unknown }
type Statement = { values(): unknown[][] }
type Module = { Database: new (file: string, options?: { readonly?: boolean }) => Database }

const name: string = "bun:sqlite"

export const client: SqliteClient = {
  async open(file, { isReadOnly = false, withoutForeignKeys } = {}) {
    const module = (await import(name)) as Module
    const database = isReadOnly ? new module.Database(file, { readonly: true }) : new module.Database(file)
    if (withoutForeignKeys) database.exec("PRAGMA foreign_keys = OFF")
    return oneConnection(database, bunSqliteAdapter, (from, text) =>
      (from.prepare(text) as Statement).values(),
    )
  },
}
