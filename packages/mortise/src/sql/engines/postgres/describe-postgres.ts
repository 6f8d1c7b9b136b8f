import { batchLookups } from "../../batching/batch-lookups.ts"
import type { Driver } from "../../driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { postgres } from "./engine.ts"

/** Describes a PostgreSQL client. Most clients hide that a wait for standbys was cancelled. */
export const describePostgres = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: postgres,
  durability: "power",
  batchLookups,
  cancelledReplicationWaits: () => "hidden",
})
