import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type D1Client, d1, staleD1 } from "../../../sql/drivers/d1/d1-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { D1Client } from "../../../sql/drivers/d1/d1-client.ts"

/** The options of `d1Adapter`. */
export type D1Options<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

/**
 * Makes an adapter for a D1 database of Cloudflare. Session lookups go to the primary, unless `allowStaleReads` is true.
 *
 * @example
 * ```ts no-run: D1 is part of Workers
 * import { type D1Client, d1Adapter } from "mortise/d1"
 *
 * export default {
 *   async fetch(request: Request, env: { DB: D1Client }): Promise<Response> {
 *     const adapter = d1Adapter(env.DB)
 *     const found = await adapter.getSessionAndUser(request.headers.get("x-session") ?? "")
 *     return Response.json(found?.user ?? null)
 *   },
 * }
 * ```
 */
export function d1Adapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<D1Client>,
  options?: D1Options<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(options?.allowStaleReads ? staleD1 : d1, client), options)
}
