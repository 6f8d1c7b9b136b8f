import type { Driver } from "../../driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { sqlite } from "./engine.ts"

/** Describes a SQLite client. It has no batches: a local file needs no round trip. */
export const describeSqlite = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: sqlite,
  durability: "process",
})
