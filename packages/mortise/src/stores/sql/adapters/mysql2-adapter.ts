import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { mysql2 } from "../../../sql/drivers/mysql2/mysql2-client.ts"
import type { Mysql2Client } from "../../../sql/drivers/mysql2/mysql2-pool.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { Mysql2Client } from "../../../sql/drivers/mysql2/mysql2-pool.ts"

/** The options of `mysql2Adapter`. */
export type Mysql2Options<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

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
export function mysql2Adapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<Mysql2Client>,
  options?: Mysql2Options<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(mysql2, client), options)
}
