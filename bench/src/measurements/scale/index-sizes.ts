import { open } from "node:fs/promises"
import { join } from "node:path"
import { createConnection, type RowDataPacket } from "mysql2/promise"
import { Client } from "pg"

/** The size of a table or one of its indexes, and the number of pages that a lookup reads in the index. */
export type Size = { readonly name: string; readonly bytes: number; readonly depth: number | undefined }

const tables = ["users", "sessions", "accounts"]

export async function postgresSizes(url: string): Promise<Size[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("CREATE EXTENSION IF NOT EXISTS pageinspect")
    const { rows } = await client.query<{ name: string; bytes: string; level: string | null }>(
      `SELECT relname AS name, pg_relation_size(oid) AS bytes,
         CASE relkind WHEN 'i' THEN (bt_metap(quote_ident(relname))).level END AS level
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
         AND relname ~ '^(${tables.join("|")})' ORDER BY relname`,
    )
    return rows.map(({ name, bytes, level }) => ({
      name,
      bytes: Number(bytes),
      depth: level === null ? undefined : Number(level) + 1,
    }))
  } finally {
    await client.end()
  }
}

const pageBytes = 16_384
// Where a page of an index says how far above the leaves it is.
const levelAt = 64

type IndexRow = RowDataPacket & { table: string; name: string; root: number; pages: number }

/** In InnoDB, the primary key contains the table. `folder` has the files of the server's databases. */
export async function innodbSizes(url: string, folder: string): Promise<Size[]> {
  const connection = await createConnection(url)
  const database = new URL(url).pathname.slice(1)
  try {
    const [rows] = await connection.query<IndexRow[]>(
      `SELECT s.table_name AS \`table\`, i.NAME AS name, i.PAGE_NO AS root, s.stat_value AS pages
       FROM mysql.innodb_index_stats s
       JOIN information_schema.INNODB_SYS_TABLES t ON t.NAME = concat(s.database_name, '/', s.table_name)
       JOIN information_schema.INNODB_SYS_INDEXES i ON i.TABLE_ID = t.TABLE_ID AND i.NAME = s.index_name
       WHERE s.database_name = ? AND s.table_name IN (?) AND s.stat_name = 'size'`,
      [database, tables],
    )
    // Writes the changed pages, so that they can be read from the files.
    await connection.query(`FLUSH TABLES ${tables.join(", ")} FOR EXPORT`)
    return await Promise.all(
      rows.map(async ({ table, name, root, pages }) => ({
        name: name === "PRIMARY" ? `${table} (primary key)` : name,
        bytes: Number(pages) * pageBytes,
        depth: 1 + (await levelOf(join(folder, database, `${table}.ibd`), root)),
      })),
    )
  } finally {
    await connection.end()
  }
}

async function levelOf(path: string, root: number): Promise<number> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, root * pageBytes + levelAt)
  await file.close()
  return buffer.readUInt16BE()
}
