import {
  type NodeSqliteClient,
  nodeSqliteAdapter,
} from "../../../../src/stores/sql/adapters/node-sqlite-adapter.ts"
import { oneConnection, type SqliteClient } from "./client.ts"

type Database = NodeSqliteClient & { close(): void }
type Statement = { setReturnArrays(enabled: boolean): void; all(): unknown[] }
type Module = {
  DatabaseSync: new (
    file: string,
    options: { readOnly?: boolean; enableForeignKeyConstraints?: boolean },
  ) => Database
}

// A variable, because the types of the Node version that runs the tests do not have this module.
const name: string = "node:sqlite"

export const client: SqliteClient = {
  async open(file, { isReadOnly = false, withoutForeignKeys = false } = {}) {
    const { DatabaseSync } = (await import(name)) as Module
    const options = { readOnly: isReadOnly, enableForeignKeyConstraints: !withoutForeignKeys }
    return oneConnection(new DatabaseSync(file, options), nodeSqliteAdapter, (database, text) => {
      const statement = database.prepare(text) as Statement
      statement.setReturnArrays(true)
      return statement.all()
    })
  },
}
