import Database from "libsql"
import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { describeLifecycle } from "./lifecycle.ts"

describeLifecycle("SQLite", {
  lacks: [],
  async open({ now }) {
    const database = new Database(":memory:")
    const adapter = libsqlAdapter(database, { now, onWarning: () => {} })
    await migrate(adapter)
    return { adapter, rows: rowsOf(adapter), close: async () => void database.close() }
  },
})
