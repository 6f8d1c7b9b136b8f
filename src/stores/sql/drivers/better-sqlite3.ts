import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import { sqlite } from "../engines/sqlite/engine.ts"
import { type PreparingClient, preparingDriver } from "../engines/sqlite/sync-connection.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

/** The part of a better-sqlite3 `Database` that Mortise uses. */
export type BetterSqlite3Client = PreparingClient

const shape = {
  factory: "betterSqlite3Adapter",
  takes: 'a Database of better-sqlite3: betterSqlite3Adapter(new Database("auth.db"))',
  has: ["prepare", "exec", "inTransaction"],
  lacks: ["execute"],
}

const driverOf = perClient((client: BetterSqlite3Client) => {
  checkClient(client, shape)
  return preparingDriver(client)
})

/** The options of `betterSqlite3Adapter`. */
export type BetterSqlite3Options<X extends ExtraFields = object> = SqlOptions<X>

export const betterSqlite3: ClientKind<BetterSqlite3Client> = {
  shape,
  describe: (client) => ({
    factory: shape.factory,
    driver: driverOf(client),
    engine: sqlite,
    durability: "process",
    batchesLookups: false,
  }),
}

/**
 * Makes an adapter for a `better-sqlite3` database.
 *
 * @example
 * ```ts no-run: install better-sqlite3 first
 * import Database from "better-sqlite3"
 * import { betterSqlite3Adapter } from "mortise/better-sqlite3"
 * import { migrate } from "mortise/migrate"
 *
 * const adapter = betterSqlite3Adapter(new Database("auth.db"))
 * await migrate(adapter)
 * ```
 */
export function betterSqlite3Adapter<X extends ExtraFields = object>(
  client: BetterSqlite3Client,
  options?: BetterSqlite3Options<X>,
): Adapter<X> {
  return createSqlAdapter(betterSqlite3.describe(client), options)
}
