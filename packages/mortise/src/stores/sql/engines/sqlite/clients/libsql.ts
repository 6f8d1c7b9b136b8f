import { perClient } from "../../../../../shared/per-client.ts"
import { type ClientKind, checkClient, type SqlClient } from "../../../sql-client.ts"
import { describeSqlite } from "../describe-sqlite.ts"
import type { RemoteClient } from "../remote-client.ts"
import { remoteDriver } from "../remote-connection.ts"
import { type PreparingClient, preparingDriver } from "../sync-connection.ts"

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

/** Describes a client of either package to the store. */
export const describeLibsql = (client: LibsqlClient): SqlClient =>
  describeSqlite("libsqlAdapter", driverOf(client), "protocol" in client && client.protocol !== "file")

export const libsqlClient: ClientKind<RemoteClient> = { shape: remoteShape, describe: describeLibsql }
/** A `Database` of `libsql`, told apart from one of better-sqlite3 by its replication. */
export const libsqlDatabase: ClientKind<PreparingClient> = {
  shape: { ...databaseShape, has: [...databaseShape.has, "sync"] },
  describe: describeLibsql,
}
