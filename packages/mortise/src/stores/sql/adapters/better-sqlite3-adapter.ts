import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import {
  type BetterSqlite3Client,
  betterSqlite3,
} from "../../../sql/drivers/better-sqlite3/better-sqlite3-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { BetterSqlite3Client } from "../../../sql/drivers/better-sqlite3/better-sqlite3-client.ts"

/** The options of `betterSqlite3Adapter`. */
export type BetterSqlite3Options<
  X extends ExtraFields = object,
  Tenants extends boolean = false,
> = SqlOptions<X, Tenants>

/**
 * Makes an adapter for a `better-sqlite3` database.
 *
 * @example
 * ```ts no-run: install better-sqlite3 first
 * import Database from "better-sqlite3"
 * import { betterSqlite3Adapter } from "mortise/better-sqlite3"
 * import { migrate } from "mortise/migrate"
 *
 * const adapter = betterSqlite3Adapter(new Database("auth.db"))
 * await migrate(adapter)
 * ```
 */
export function betterSqlite3Adapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<BetterSqlite3Client>,
  options?: BetterSqlite3Options<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(betterSqlite3, client), options)
}
