import { perClient } from "../../../shared/per-client.ts"
import type { Driver } from "../../driver.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { type PreparingClient, preparingDriver } from "../../engines/sqlite/sync-connection.ts"
import { type ClientKind, checkClient, type SqlClient } from "../../sql-client.ts"
import type { AsyncClient } from "./async-client.ts"
import { asyncDriver } from "./async-driver.ts"

/** A database of `libsql`, or a client or transaction of `@libsql/client` or `@tursodatabase/serverless/compat`. */
export type LibsqlClient = PreparingClient | AsyncClient

const takes =
  'a Database of libsql or a client of @libsql/client: libsqlAdapter(createClient({ url: "file:auth.db" }))'
const asyncShape = { factory: "libsqlAdapter", takes, has: ["execute", "batch"], lacks: ["getConnection"] }
// Turso's clients have `transactionAsync`: their statements are asynchronous.
const databaseShape = {
  factory: "libsqlAdapter",
  takes,
  has: ["prepare", "exec", "inTransaction"],
  lacks: ["transactionAsync"],
}

const isAsync = (client: LibsqlClient): client is AsyncClient => "execute" in Object(client)

const getDriver = perClient((client: LibsqlClient) => {
  checkClient(client, isAsync(client) ? asyncShape : databaseShape)
  return isAsync(client) ? asyncDriver(client) : preparingDriver(client, true)
})

const describe = (driver: Driver, client?: object): SqlClient =>
  describeSqlite("libsqlAdapter", driver, client && "protocol" in client && client.protocol !== "file")

/** A client of either package. The shape is that of `@libsql/client`. */
export const libsql: ClientKind<LibsqlClient> = { shape: asyncShape, getDriver, describe }
/** A `Database` of `libsql`. Its replication distinguishes it from better-sqlite3's. */
export const libsqlDatabase: ClientKind<PreparingClient> = {
  shape: { ...databaseShape, has: [...databaseShape.has, "sync"] },
  getDriver,
  describe,
}
