import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted, TenantWall } from "../../../contract/tenants.ts"
import { type ClientSource, isClientFunction } from "../../../shared/client-source.ts"
import { type BunSqlClient, bunSql, lateBunSql } from "../../../sql/drivers/bun-sql/bun-sql-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { BunSqlClient } from "../../../sql/drivers/bun-sql/bun-sql-client.ts"

/** The options of `bunSqlAdapter`. */
export type BunSqlOptions<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
> = SqlOptions<X, Tenants>

/**
 * Makes an adapter for PostgreSQL, MySQL, MariaDB or SQLite through the `SQL` that is built into Bun.
 *
 * @example
 * ```ts no-run: SQL is part of Bun
 * import { SQL } from "bun"
 * import { bunSqlAdapter } from "mortise/bun-sql"
 *
 * const adapter = bunSqlAdapter(new SQL("postgres://localhost/app"))
 * ```
 */
export function bunSqlAdapter<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false>(
  client: ClientSource<BunSqlClient>,
  options?: BunSqlOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(isClientFunction(client) ? lateBunSql : bunSql, client), options)
}
