import type { SqlAdapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import type { ClientSource } from "../../../shared/client-source.ts"
import { type NodeSqliteClient, nodeSqlite } from "../../../sql/drivers/node-sqlite/node-sqlite-client.ts"
import { describeSource } from "../../../sql/late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { NodeSqliteClient } from "../../../sql/drivers/node-sqlite/node-sqlite-client.ts"

/** The options of `nodeSqliteAdapter`. */
export type NodeSqliteOptions<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
>

/**
 * Makes an adapter for the SQLite that is built into Node.
 *
 * @example
 * ```ts no-run: node:sqlite is part of Node 22.16
 * import { DatabaseSync } from "node:sqlite"
 * import { nodeSqliteAdapter } from "mortise/node-sqlite"
 *
 * const adapter = nodeSqliteAdapter(new DatabaseSync("auth.db"))
 * ```
 */
export function nodeSqliteAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<NodeSqliteClient>,
  options?: NodeSqliteOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  return createSqlAdapter(describeSource(nodeSqlite, client), options)
}
