import type { Driver } from "../../driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { batchLookups } from "../../verbs/batched-lookup.ts"
import { sqlite } from "./engine.ts"

/** Describes a SQLite client to the store. Batches are for servers only: a local file needs no round trip. */
export const describeSqlite = (factory: string, driver: Driver, batches = false): SqlClient => ({
  factory,
  driver,
  engine: sqlite,
  durability: "process",
  batchLookups: batches ? batchLookups : undefined,
})
