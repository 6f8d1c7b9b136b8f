import { batchLookups } from "../../batching/batch-lookups.ts"
import type { Driver } from "../../driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { sqlite } from "./engine.ts"

/** Describes a SQLite client. Batches are for servers only: a local file needs no round trip. */
export const describeSqlite = (factory: string, driver: Driver, batches = false): SqlClient => ({
  factory,
  driver,
  engine: sqlite,
  durability: "process",
  batchLookups: batches ? batchLookups : undefined,
})
