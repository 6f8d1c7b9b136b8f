import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted, TenantWall } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { pg, unnamedPg } from "../../../sql/drivers/pg/pg-client.ts"
import type { PgClient } from "../../../sql/drivers/pg/pg-driver.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { PgClient } from "../../../sql/drivers/pg/pg-driver.ts"

/** The options of `pgAdapter`. */
export type PgOptions<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
> = SqlOptions<X, Tenants> & {
  /** Whether to prepare statements by name. Default: true, until a pooler turns out not to keep them. */
  readonly prepare?: boolean
}

/**
 * Makes an adapter for PostgreSQL through a pool or a single client of `pg`.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Pool } from "pg"
 * import { pgAdapter } from "mortise/pg"
 *
 * const adapter = pgAdapter(new Pool())
 * ```
 */
export function pgAdapter<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false>(
  client: ClientSource<PgClient>,
  options?: PgOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  const kind = options?.prepare === false ? unnamedPg : pg
  return createSqlAdapter({ ...describeSource(kind, client), ownOptionNames: ["prepare"] }, options)
}
