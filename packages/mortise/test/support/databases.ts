import { join } from "node:path"
import { createClient } from "@libsql/client"
import Database from "libsql"
import { onTestFinished } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import type { SqlAdapter } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import type { SqlOptions } from "../../src/stores/sql/sql-adapter.ts"

/** A client of a new file, which is removed when the test ends. */
export type TestDatabase = {
  readonly file: string
  adapter(options?: SqlOptions): SqlAdapter
  /** Runs statements through the client that the adapter uses. */
  run(...statements: readonly string[]): Promise<void>
  rows(query: string): Promise<unknown[][]>
  /** The whole schema of the file. */
  schema(): Promise<unknown[][]>
}

export type OpenDatabase = (file?: string) => TestDatabase

/** A file that does not exist yet. */
export function newFile(): string {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  return join(folder, "auth.db")
}

export const openLibsql: OpenDatabase = (file = newFile()) => {
  const client = new Database(file)
  onTestFinished(() => void client.close())
  const rows = async (query: string) => client.prepare(query).raw().all() as unknown[][]
  return {
    file,
    adapter: (options) => libsqlAdapter(client, options),
    run: async (...statements) => void client.exec(statements.join(";\n")),
    rows,
    schema: () => rows(wholeSchema),
  }
}

const openLibsqlClient: OpenDatabase = (file = newFile()) => {
  const client = createClient({ url: `file:${file}` })
  onTestFinished(() => client.close())
  const rows = async (query: string) =>
    (await client.execute(query)).rows.map((row) => Array.from({ length: row.length }, (_, at) => row[at]))
  return {
    file,
    adapter: (options) => libsqlAdapter(client, options),
    run: (...statements) => client.executeMultiple(statements.join(";\n")),
    rows,
    schema: () => rows(wholeSchema),
  }
}

const wholeSchema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"

/** The clients that these tests run on. */
export const clients: readonly [string, OpenDatabase][] = [
  ["libsql", openLibsql],
  ["@libsql/client", openLibsqlClient],
]
