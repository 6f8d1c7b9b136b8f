import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted, TenantWall } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type PgliteClient, pglite } from "../../../sql/drivers/pglite/pglite-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { PgliteClient } from "../../../sql/drivers/pglite/pglite-client.ts"

/** The options of `pgliteAdapter`. */
export type PgliteOptions<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
> = SqlOptions<X, Tenants>

/**
 * Makes an adapter for PGlite: PostgreSQL inside your process.
 *
 * @example
 * ```ts no-run: PGlite takes seconds to start
 * import { PGlite } from "@electric-sql/pglite"
 * import { pgliteAdapter } from "mortise/pglite"
 *
 * const adapter = pgliteAdapter(await PGlite.create("./auth"))
 * ```
 */
export function pgliteAdapter<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false>(
  client: ClientSource<PgliteClient>,
  options?: PgliteOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(pglite, client), options)
}
