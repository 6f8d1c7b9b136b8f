import { createConnection } from "mysql2/promise"
import { Client } from "pg"

/** A column as the catalog of a server describes it. */
export type CatalogColumn = {
  readonly name: string
  readonly type: string
  readonly nullable: string
  readonly default: string | null
}

const query = (type: string, schema: string): string =>
  `SELECT column_name AS "name", ${type} AS "type", is_nullable AS "nullable", column_default AS "default" FROM information_schema.columns WHERE table_schema = ${schema} AND table_name = `

export async function columnsOnPostgres(url: string, table: string): Promise<CatalogColumn[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const text = query("data_type || coalesce(datetime_precision::text, '')", "current_schema()")
  const { rows } = await client.query(`${text}$1 ORDER BY ordinal_position`, [table])
  await client.end()
  return rows
}

export async function columnsOnMariadb(url: string, table: string): Promise<CatalogColumn[]> {
  const connection = await createConnection(url)
  await connection.query("SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')")
  const [rows] = await connection.query(`${query("column_type", "DATABASE()")}? ORDER BY ordinal_position`, [
    table,
  ])
  await connection.end()
  return rows as CatalogColumn[]
}
