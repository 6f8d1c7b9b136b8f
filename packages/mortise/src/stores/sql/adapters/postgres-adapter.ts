import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted, TenantWall } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type PostgresClient, postgresJs } from "../../../sql/drivers/postgres/postgres-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { PostgresClient } from "../../../sql/drivers/postgres/postgres-client.ts"

/** The options of `postgresAdapter`. */
export type PostgresOptions<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
> = SqlOptions<X, Tenants>

/**
 * Makes an adapter for PostgreSQL through postgres.js.
 *
 * @example
 * ```ts no-run: needs a server
 * import postgres from "postgres"
 * import { postgresAdapter } from "mortise/postgres"
 *
 * const adapter = postgresAdapter(postgres())
 * ```
 */
export function postgresAdapter<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false>(
  client: ClientSource<PostgresClient>,
  options?: PostgresOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(postgresJs, client), options)
}
