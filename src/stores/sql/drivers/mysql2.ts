import type { ExtraFields } from "../../../contract/schema.ts"
import type { Adapter } from "../../../contract/types.ts"
import type { Bound, Driver, Result, Statement } from "../driver.ts"
import { createMysqlAdapter } from "../mysql-adapter.ts"
import { perClient } from "../per-client.ts"
import type { SqlOptions } from "../sql-adapter.ts"
import { inTransaction } from "../transaction.ts"

type Header = { affectedRows: number; insertId: number | string }
type Query = { sql: string; rowsAsArray: true }
type Connection = {
  execute(query: Query, values: never[]): Promise<[unknown, unknown]>
  query(text: string): Promise<unknown>
}

/** The part of a pool of `mysql2/promise` that is used. */
export type Mysql2Client = Connection & {
  getConnection(): Promise<Connection & { release(): void; destroy(): void }>
}

async function run(on: Connection, { text }: Statement, values: readonly Bound[]): Promise<Result> {
  const [answer] = await on.execute({ sql: text, rowsAsArray: true }, values as never[])
  if (Array.isArray(answer)) return { rows: answer as unknown[][], count: answer.length }
  const { affectedRows, insertId } = answer as Header
  return { rows: [], count: affectedRows, insertId }
}

const driverOf = perClient(
  (client: Mysql2Client): Driver => ({
    run: (statement, values) => run(client, statement, values),
    batch: (steps) => inTransaction(() => client.getConnection(), run, steps),
  }),
)

/**
 * An adapter on MySQL or MariaDB through `mysql2`: a pool of `mysql2/promise`.
 *
 * @example
 * ```ts no-run: it needs a server
 * import { createPool } from "mysql2/promise"
 * import { mysql2Adapter } from "mortise/mysql2"
 *
 * const adapter = mysql2Adapter(createPool({ uri: "mysql://localhost/app" }))
 * ```
 */
export function mysql2Adapter<X extends ExtraFields = object>(
  client: Mysql2Client,
  options?: SqlOptions<X>,
): Adapter<X> {
  return createMysqlAdapter(driverOf(client), options)
}
