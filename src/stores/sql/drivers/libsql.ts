import type { ExtraFields } from "../../../contract/schema.ts"
import type { Adapter } from "../../../contract/types.ts"
import { sqlite } from "../dialects/sqlite.ts"
import { perClient } from "../per-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"
import { type PreparingClient, preparingDriver } from "../sqlite-preparing.ts"
import { type RemoteClient, remoteDriver } from "../sqlite-remote.ts"

/** A database of `libsql`, or a client of `@libsql/client` or a transaction of one. */
export type LibsqlClient = PreparingClient | RemoteClient

const driverOf = perClient((client: LibsqlClient) =>
  "execute" in client ? remoteDriver(client) : preparingDriver(client, false),
)

/**
 * An adapter on SQLite through `libsql` or `@libsql/client`: a file, memory, or a libSQL server.
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
  options?: SqlOptions<X>,
): Adapter<X> {
  // A file in this process answers at once; a server is a round trip away.
  const inLanes = "protocol" in client && client.protocol !== "file"
  return createSqlAdapter(
    { driver: driverOf(client), dialect: sqlite, durability: "process", inLanes },
    options,
  )
}
