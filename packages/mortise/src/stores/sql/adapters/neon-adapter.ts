import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted, TenantWall } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type NeonClient, neon } from "../../../sql/drivers/neon/neon-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { NeonClient } from "../../../sql/drivers/neon/neon-client.ts"
export type { NeonFunction } from "../../../sql/drivers/neon/neon-http.ts"

/** The options of `neonAdapter`. */
export type NeonOptions<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
> = SqlOptions<X, Tenants>

/**
 * Makes an adapter for Neon through `@neondatabase/serverless`: over HTTP with the function of `neon(url)`, or over a
 * WebSocket with a `Pool`.
 *
 * @example
 * ```ts no-run: needs a database
 * import { neon } from "@neondatabase/serverless"
 * import { neonAdapter } from "mortise/neon"
 *
 * const adapter = neonAdapter(neon(process.env["DATABASE_URL"] ?? ""))
 * ```
 */
export function neonAdapter<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false>(
  client: ClientSource<NeonClient>,
  options?: NeonOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(neon, client), options)
}
