import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import { describeMysql } from "../engines/mysql/describe-mysql.ts"
import { mysql2Driver } from "../engines/mysql/mysql2-driver.ts"
import { connectionsOf, type Mysql2Client } from "../engines/mysql/mysql2-pool.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { Mysql2Client } from "../engines/mysql/mysql2-pool.ts"

const shape = {
  factory: "mysql2Adapter",
  takes: 'a pool of mysql2/promise: mysql2Adapter(createPool({ uri: "mysql://localhost/app" }))',
  has: ["getConnection", "execute"],
  lacks: ["importFile"],
}

const driverOf = perClient((client: Mysql2Client) => {
  checkClient(client, shape)
  return mysql2Driver(connectionsOf(client))
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
