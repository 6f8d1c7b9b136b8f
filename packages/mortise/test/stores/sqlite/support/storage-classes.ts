import type { OpenClient } from "../clients/client.ts"

const quoted = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`

const classOf = (type: string): string => (type.startsWith("VARCHAR") ? "text" : type.toLowerCase())

/**
 * The columns that hold a value of another storage class than their type: SQLite accepts any value in any column,
 * and a number bound as a real becomes "5.0" in a text column.
 */
export async function misfits({ all }: Pick<OpenClient, "all">): Promise<string[]> {
  const found: string[] = []
  const tables = await all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
  for (const [table] of tables)
    for (const [, column, type] of await all(`PRAGMA table_info(${quoted(table)})`)) {
      const classes = await all(
        `SELECT DISTINCT typeof(${quoted(column)}) FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL`,
      )
      for (const [held] of classes)
        if (held !== classOf(String(type))) found.push(`${table}.${column} (${type}) holds ${held}`)
    }
  return found
}
