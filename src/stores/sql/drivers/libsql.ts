import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import { sqlite } from "../engines/sqlite/engine.ts"
import { type RemoteClient, remoteDriver } from "../engines/sqlite/remote-connection.ts"
import { type PreparingClient, preparingDriver } from "../engines/sqlite/sync-connection.ts"
import { createSqlAdapter, type SqlClient, type SqlOptions } from "../sql-adapter.ts"

/** A database of `libsql`, or a client or transaction of `@libsql/client`. */
export type LibsqlClient = PreparingClient | RemoteClient

const takes =
  'a Database of libsql or a client of @libsql/client: libsqlAdapter(createClient({ url: "file:auth.db" }))'
const remoteShape = { factory: "libsqlAdapter", takes, has: ["execute", "batch"], lacks: ["getConnection"] }
const databaseShape = { factory: "libsqlAdapter", takes, has: ["prepare", "exec", "inTransaction"] }

const isRemote = (client: LibsqlClient): client is RemoteClient => "execute" in Object(client)

const driverOf = perClient((client: LibsqlClient) => {
  checkClient(client, isRemote(client) ? remoteShape : databaseShape)
  return isRemote(client) ? remoteDriver(client) : preparingDriver(client, true)
})

/** The options of `libsqlAdapter`. */
export type LibsqlOptions<X extends ExtraFields = object> = SqlOptions<X>

const describe = (client: LibsqlClient): SqlClient => ({
  factory: "libsqlAdapter",
  driver: driverOf(client),
  engine: sqlite,
  durability: "process",
  // A local file needs no round trip; a server does.
  batchesLookups: "protocol" in client && client.protocol !== "file",
})

export const libsqlClient: ClientKind<RemoteClient> = { shape: remoteShape, describe }
/** A `Database` of `libsql`, told apart from one of better-sqlite3 by its replication. */
export const libsqlDatabase: ClientKind<PreparingClient> = {
  shape: { ...databaseShape, has: [...databaseShape.has, "sync"] },
  describe,
}

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
export function libsqlAdapter<X extends ExtraFields = object>(
  client: LibsqlClient,
  options?: LibsqlOptions<X>,
): Adapter<X> {
  return createSqlAdapter(describe(client), options)
}
