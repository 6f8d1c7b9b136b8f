import { MortiseError } from "../../contract/errors.ts"
import type { ExtraFields } from "../../contract/schema.ts"
import type { Adapter } from "../../contract/types.ts"
import type { Dialect } from "./dialect.ts"
import { mariadb, mysql } from "./dialects/mysql.ts"
import type { Driver } from "./driver.ts"
import { perClient } from "./per-client.ts"
import { createSqlAdapter, type SqlOptions } from "./sql-adapter.ts"
import { statement } from "./statement.ts"

const about = statement("SELECT VERSION(), @@sql_mode")

/** Which of the two servers it is, asked once per client. Without strict mode it would cut texts off silently. */
const dialectOf = perClient((driver: Driver) => {
  let known: Dialect | undefined
  return async (): Promise<Dialect> => {
    if (known) return known
    const { rows } = await driver.run(about, [])
    const [version, mode] = rows[0] as [string, string]
    if (!/STRICT_(TRANS|ALL)_TABLES/.test(mode)) throw withoutStrictMode()
    known = /mariadb/i.test(version) ? mariadb : mysql
    return known
  }
})

const withoutStrictMode = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "This server's sql_mode is not strict, so it cuts values off: add STRICT_TRANS_TABLES.",
  )

/** The adapter of a client of MySQL or MariaDB. */
export const createMysqlAdapter = <X extends ExtraFields = object>(
  driver: Driver,
  options?: SqlOptions<X>,
): Adapter<X> =>
  createSqlAdapter(
    { driver, dialect: mysql, dialectOf: dialectOf(driver), durability: "power", inLanes: true },
    options,
  )
