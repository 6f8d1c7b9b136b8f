import { batchLookups } from "../../batching/batch-lookups.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { type PreparingClient, preparingDriver } from "../../engines/sqlite/sync-connection.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"
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

/** A client of either package. The shape is that of `@libsql/client`. */
export const libsql: ClientKind<LibsqlClient> = defineClient(
  asyncShape,
  (client) => (isAsync(client) ? asyncDriver(client) : preparingDriver(client, true)),
  (factory, driver, client) => {
    const hasServer = client && "protocol" in client && client.protocol !== "file"
    return { ...describeSqlite(factory, driver), ...(hasServer && { batchLookups }) }
  },
  (client) => (isAsync(client) ? asyncShape : databaseShape),
)

/** A `Database` of `libsql`. Its replication distinguishes it from better-sqlite3's. */
export const libsqlDatabase: ClientKind<PreparingClient> = {
  shape: { ...databaseShape, has: [...databaseShape.has, "sync"] },
  getDriver: (client) => libsql.getDriver(client),
  describe: (driver, client) => libsql.describe(driver, client),
}
