import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type TursoClient, turso } from "../../../sql/drivers/turso/turso-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { TursoClient } from "../../../sql/drivers/turso/turso-client.ts"

/** The options of `tursoAdapter`. */
export type TursoOptions<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

/**
 * Makes an adapter for Turso's rewrite of SQLite, through `@tursodatabase/database`.
 *
 * @example
 * ```ts no-run: creates a file
 * import { connect } from "@tursodatabase/database"
 * import { tursoAdapter } from "mortise/turso"
 *
 * const adapter = tursoAdapter(await connect("auth.db"))
 * ```
 */
export function tursoAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<TursoClient>,
  options?: TursoOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(turso, client), options)
}
