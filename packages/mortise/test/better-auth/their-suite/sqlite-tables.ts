/** What the synchronous clients of SQLite have in common. */
export type SqliteDatabase = {
  exec(text: string): unknown
  prepare(text: string): { all(): unknown[] }
  close(): unknown
}

const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

export function dropSqliteTables(database: SqliteDatabase): void {
  database.exec("PRAGMA foreign_keys = OFF")
  for (const { name } of database.prepare(tables).all() as { name: string }[])
    database.exec(`DROP TABLE "${name}"`)
  database.exec("PRAGMA foreign_keys = ON")
}
