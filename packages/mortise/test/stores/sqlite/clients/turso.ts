import { installRuntimes } from "../../../../../workshop/src/runtimes/install.ts"
import { type TursoClient, tursoAdapter } from "../../../../src/stores/sql/adapters/turso-adapter.ts"
import type { OpenTransaction, SqliteClient } from "./client.ts"

type Begin = { immediate(): Promise<unknown> }
type Database = TursoClient & {
  transactionAsync(work: (transaction: TursoClient) => Promise<unknown>): Begin
  close(): Promise<unknown>
}
type Statement = { raw(isRaw: boolean): { all(): Promise<unknown[][]> } }
type Module = { connect(file: string, options?: { readonly?: boolean }): Promise<Database> }

// Installed separately, because only these tests need it.
const runtimes = new URL("../../../../../workshop/src/runtimes/", import.meta.url)

export const client: SqliteClient = {
  async open(file, { isReadOnly = false, withoutForeignKeys } = {}) {
    await installRuntimes()
    const { connect } = (await import(
      `${runtimes.href}node_modules/@tursodatabase/database/dist/promise.js`
    )) as Module
    const database = await connect(file, isReadOnly ? { readonly: true } : {})
    if (withoutForeignKeys) await database.exec("PRAGMA foreign_keys = OFF")
    return {
      adapter: (options) => tursoAdapter(database, options),
      all: async (text) => (database.prepare(text) as Statement).raw(true).all(),
      begin: () => begin(database),
      close: async () => void (await database.close()),
    }
  },
}

/** Opens a transaction, and keeps it open until the test ends it. */
const begin = (database: Database): Promise<OpenTransaction> =>
  new Promise((resolve, reject) => {
    const ended = database
      .transactionAsync(
        (transaction) =>
          new Promise<void>((commit, rollback) =>
            resolve({
              adapter: (options) => tursoAdapter(transaction, options),
              async commit() {
                commit()
                await ended
              },
              async rollback() {
                rollback(new Error("undone"))
                await ended.catch(() => {})
              },
            }),
          ),
      )
      .immediate()
    ended.catch(reject)
  })
