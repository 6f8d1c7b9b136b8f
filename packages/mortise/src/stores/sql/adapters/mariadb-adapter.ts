import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type MariadbClient, mariadb } from "../../../sql/drivers/mariadb/mariadb-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { MariadbClient } from "../../../sql/drivers/mariadb/mariadb-client.ts"

/** The options of `mariadbAdapter`. */
export type MariadbOptions<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

/**
 * Makes an adapter for MariaDB or MySQL through a pool of the `mariadb` connector.
 *
 * @example
 * ```ts no-run: needs a server
 * import { createPool } from "mariadb"
 * import { mariadbAdapter } from "mortise/mariadb"
 *
 * const adapter = mariadbAdapter(createPool("mariadb://localhost/app"))
 * ```
 */
export function mariadbAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<MariadbClient>,
  options?: MariadbOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(mariadb, client), options)
}
