import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import type { Bound, Driver, Result, Statement } from "../driver.ts"
import { inTransaction } from "../engines/mysql/connection.ts"
import { describeMysql } from "../engines/mysql/describe-mysql.ts"
import {
  type Connections,
  connectionsOf,
  type Execute,
  type Mysql2Client,
} from "../engines/mysql/mysql2-pool.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { Mysql2Client } from "../engines/mysql/mysql2-pool.ts"

type Header = { affectedRows: number; insertId: number | string }

/** Runs one statement on a connection of mysql2. */
export async function run(
  { execute }: { execute: Execute },
  { text }: Statement,
  values: readonly Bound[],
): Promise<Result> {
  const answer = await execute(text, values)
  if (Array.isArray(answer)) return { rows: answer.map(positional), count: answer.length }
  const { affectedRows, insertId } = answer as Header
  return { rows: [], count: affectedRows, insertId }
}

// Members are in the order of the columns, and every column has a unique name.
const positional = (row: object): unknown[] => (Array.isArray(row) ? row : Object.values(row))

const shape = {
  factory: "mysql2Adapter",
  takes: 'a pool of mysql2/promise: mysql2Adapter(createPool({ uri: "mysql://localhost/app" }))',
  has: ["getConnection", "execute"],
  lacks: ["importFile"],
}

const driverOf = perClient((client: Mysql2Client): Driver => {
  checkClient(client, shape)
  return mysql2Driver(connectionsOf(client))
})

/** Runs statements on the connections of mysql2. */
export const mysql2Driver = (connections: Connections): Driver => ({
  run: (statement, values) => run(connections, statement, values),
  batch: (steps) => inTransaction(() => connections.connect(), run, steps),
})

/** The options of `mysql2Adapter`. */
export type Mysql2Options<X extends ExtraFields = object> = SqlOptions<X>

export const mysql2: ClientKind<Mysql2Client> = {
  shape,
  describe: (client) => describeMysql(shape.factory, driverOf(client)),
}

/**
 * Makes an adapter for MySQL or MariaDB through a pool of `mysql2/promise`.
 *
 * @example
 * ```ts no-run: needs a server
 * import { createPool } from "mysql2/promise"
 * import { mysql2Adapter } from "mortise/mysql2"
 *
 * const adapter = mysql2Adapter(createPool({ uri: "mysql://localhost/app" }))
 * ```
 */
export function mysql2Adapter<X extends ExtraFields = object>(
  client: Mysql2Client,
  options?: Mysql2Options<X>,
): Adapter<X> {
  return createSqlAdapter(mysql2.describe(client), options)
}
