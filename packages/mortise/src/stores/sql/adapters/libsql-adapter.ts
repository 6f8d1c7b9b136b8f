import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type LibsqlClient, libsql } from "../../../sql/drivers/libsql/libsql-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { LibsqlClient } from "../../../sql/drivers/libsql/libsql-client.ts"

/** The options of `libsqlAdapter`. */
export type LibsqlOptions<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

/**
 * Makes an adapter for SQLite through `libsql` or `@libsql/client`: a file, an in-memory database or a libSQL server.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { libsqlAdapter } from "mortise/libsql"
 *
 * const adapter = libsqlAdapter(createClient({ url: "file:auth.db" }))
 * ```
 */
export function libsqlAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<LibsqlClient>,
  options?: LibsqlOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(libsql, client), options)
}
