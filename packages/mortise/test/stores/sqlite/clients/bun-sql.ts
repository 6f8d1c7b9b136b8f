import { bunSqlAdapter } from "../../../../src/stores/sql/adapters/bun-sql-adapter.ts"
import { type BunSql, openBunSql } from "../../../support/bun-sql.ts"
import type { OpenTransaction, SqliteClient } from "./client.ts"

export const client: SqliteClient = {
  async open(filename, { isReadOnly = false, withoutForeignKeys } = {}) {
    const sql = await openBunSql({ adapter: "sqlite", filename, ...(isReadOnly && { readonly: true }) })
    if (withoutForeignKeys) await sql.unsafe("PRAGMA foreign_keys = OFF")
    return {
      adapter: (options) => bunSqlAdapter(sql, options),
      all: async (text) => Array.from((await sql.unsafe(text).values()) as unknown[][]),
      begin: () => begin(sql),
      close: async () => void (await sql.close()),
    }
  },
}

/** Opens a transaction, and keeps it open until the test ends it. */
const begin = (sql: BunSql): Promise<OpenTransaction> =>
  new Promise((resolve, reject) => {
    const ended = sql.begin(
      "immediate",
      (transaction) =>
        new Promise<void>((commit, rollback) =>
          resolve({
            adapter: (options) => bunSqlAdapter(transaction as BunSql, options),
            commit() {
              commit()
              return ended
            },
            rollback() {
              rollback(new Error("undone"))
              return ended.catch(() => {})
            },
          }),
        ),
    )
    ended.catch(reject)
  })
