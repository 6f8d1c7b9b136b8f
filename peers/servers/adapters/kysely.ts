import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { type Dialect, MysqlDialect, PostgresDialect } from "kysely"
import { createPool } from "mysql2"
import { Pool } from "pg"
import type { OpenClient } from "../open-on.ts"

async function onDialect(dialect: Dialect): Promise<OpenClient> {
  const db = new KyselyAuth<Database>({ dialect })
  return { adapter: KyselyAdapter(db), close: () => db.destroy() }
}

export const onPostgres = (url: string): Promise<OpenClient> =>
  onDialect(new PostgresDialect({ pool: new Pool({ connectionString: url }) }))

export const onMariadb = (url: string): Promise<OpenClient> =>
  onDialect(new MysqlDialect({ pool: createPool(url) }))
