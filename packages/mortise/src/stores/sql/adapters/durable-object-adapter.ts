import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import {
  type DurableObjectClient,
  durableObject,
} from "../../../sql/drivers/durable-object/durable-object-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { DurableObjectClient } from "../../../sql/drivers/durable-object/durable-object-client.ts"

/** The options of `durableObjectAdapter`. */
export type DurableObjectOptions<
  X extends ExtraFields = object,
  Tenants extends boolean = false,
> = SqlOptions<X, Tenants>

/**
 * Makes an adapter for the SQLite database of one Durable Object. It works inside that object only.
 *
 * @example
 * ```ts no-run: Durable Objects are part of Workers
 * import { type DurableObjectClient, durableObjectAdapter } from "mortise/durable-object"
 * import { migrate } from "mortise/migrate"
 *
 * export class AuthStore {
 *   readonly adapter
 *   constructor(ctx: { storage: DurableObjectClient; blockConcurrencyWhile(work: () => Promise<unknown>): unknown }) {
 *     this.adapter = durableObjectAdapter(ctx.storage)
 *     ctx.blockConcurrencyWhile(() => migrate(this.adapter))
 *   }
 * }
 * ```
 */
export function durableObjectAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<DurableObjectClient>,
  options?: DurableObjectOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(durableObject, client), options)
}
