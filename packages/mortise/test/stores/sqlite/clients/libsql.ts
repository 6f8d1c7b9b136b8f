import Database from "libsql"
import { libsqlAdapter } from "../../../../src/stores/sql/adapters/libsql-adapter.ts"
import { oneConnection, type SqliteClient } from "./client.ts"

function all(database: Database.Database, text: string) {
  const statement = database.prepare(text)
  return statement.reader ? statement.raw().all() : statement.run()
}

export const client: SqliteClient = {
  async open(file, { isReadOnly, withoutForeignKeys } = {}) {
    const database = new Database(file)
    // It has no option to open a file read-only.
    if (isReadOnly) database.exec("PRAGMA query_only = ON")
    if (withoutForeignKeys) database.exec("PRAGMA foreign_keys = OFF")
    return oneConnection(database, libsqlAdapter, all)
  },
}
