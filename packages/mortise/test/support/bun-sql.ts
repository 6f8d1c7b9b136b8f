import { type BunSqlClient, bunSqlAdapter } from "../../src/stores/sql/adapters/bun-sql-adapter.ts"
import { type Engine, mysql2, pg } from "./engines.ts"

/** Bun's `SQL`. */
export type BunSql = BunSqlClient & { close(): Promise<unknown> }

// A variable, because only Bun has this module.
const name: string = "bun"

/** Opens a `SQL`. Works in Bun only. */
export async function openBunSql(options: object): Promise<BunSql> {
  const { SQL } = (await import(name)) as { SQL: new (options: object) => BunSql }
  return new SQL(options)
}

/** The engines that Bun's `SQL` is tested on. They work in Bun only. */
export async function bunSqlEngines(): Promise<Readonly<Record<string, Engine>>> {
  const { SQL } = (await import(name)) as { SQL: new (options: object) => BunSql }
  const connect: Engine["connect"] = (url, max = 10) => {
    const sql = new SQL({ url, max })
    return { adapter: (options) => bunSqlAdapter(sql, options), close: () => sql.close() }
  }
  return { postgres: { ...pg, connect }, mariadb: { ...mysql2, connect } }
}
