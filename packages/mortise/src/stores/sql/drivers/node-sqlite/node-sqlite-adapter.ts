import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields } from "../../../../contract/schema.ts"
import type { ClientSource } from "../../../../shared/client-source.ts"
import { describeSource } from "../../late-client.ts"
import { createSqlAdapter, type SqlOptions } from "../../sql-adapter.ts"
import { type NodeSqliteClient, nodeSqlite } from "./node-sqlite-client.ts"

export type { NodeSqliteClient } from "./node-sqlite-client.ts"

/** The options of `nodeSqliteAdapter`. */
export type NodeSqliteOptions<X extends ExtraFields = object> = SqlOptions<X>

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
export function nodeSqliteAdapter<X extends ExtraFields = object>(
  client: ClientSource<NodeSqliteClient>,
  options?: NodeSqliteOptions<X>,
): SqlAdapter<X> {
  return createSqlAdapter(describeSource(nodeSqlite, client), options)
}
