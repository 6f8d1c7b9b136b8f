import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type BunSqliteClient, bunSqlite } from "../../../sql/drivers/bun-sqlite/bun-sqlite-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { BunSqliteClient } from "../../../sql/drivers/bun-sqlite/bun-sqlite-client.ts"

/** The options of `bunSqliteAdapter`. */
export type BunSqliteOptions<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

/**
 * Makes an adapter for the SQLite that is built into Bun.
 *
 * @example
 * ```ts no-run: bun:sqlite is part of Bun
 * import { Database } from "bun:sqlite"
 * import { bunSqliteAdapter } from "mortise/bun-sqlite"
 *
 * const adapter = bunSqliteAdapter(new Database("auth.db"))
 * ```
 */
export function bunSqliteAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<BunSqliteClient>,
  options?: BunSqliteOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(bunSqlite, client), options)
}
