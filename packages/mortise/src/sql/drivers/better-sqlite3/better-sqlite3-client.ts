import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { type PreparingClient, preparingDriver } from "../../engines/sqlite/sync-connection.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"

/** The part of a better-sqlite3 `Database` that Mortise uses. */
export type BetterSqlite3Client = PreparingClient

const shape = {
  factory: "betterSqlite3Adapter",
  takes: 'a Database of better-sqlite3: betterSqlite3Adapter(new Database("auth.db"))',
  has: ["prepare", "exec", "inTransaction"],
  lacks: ["execute"],
}

export const betterSqlite3: ClientKind<BetterSqlite3Client> = defineClient(
  shape,
  (client) => preparingDriver(client),
  describeSqlite,
)
