import type { TestDatabase } from "../../support/databases.ts"

/**
 * Creates a table again with a part of its definition replaced, as another program might have created it. Rows and
 * indexes are restored. SQLite itself can change little of a table.
 */
export async function redefine(
  { rows, run }: TestDatabase,
  table: string,
  from: string,
  to: string,
): Promise<void> {
  const texts = await rows(
    `SELECT type, sql FROM sqlite_master WHERE tbl_name = '${table}' AND sql IS NOT NULL ORDER BY type = 'index'`,
  )
  const [[, text] = [], ...indexes] = texts
  const damaged = String(text).replace(from, to)
  if (damaged === text) throw new Error(`${table} holds no ${from}`)
  const columns = (await rows(`SELECT '"' || name || '"' FROM pragma_table_info('${table}')`)).join(", ")
  await run(
    "PRAGMA foreign_keys = OFF",
    `CREATE TEMP TABLE kept AS SELECT * FROM "${table}"`,
    `DROP TABLE "${table}"`,
    damaged,
    `INSERT INTO "${table}" (${columns}) SELECT * FROM kept`,
    "DROP TABLE kept",
    ...indexes.map(([, index]) => String(index)),
    "PRAGMA foreign_keys = ON",
  )
}
