import { MortiseError } from "../../../contract/errors.ts"
import { perClient } from "../../../shared/per-client.ts"
import { batchLookups } from "../../batching/batch-lookups.ts"
import type { Driver } from "../../driver.ts"
import type { Engine } from "../../engine.ts"
import type { SqlClient } from "../../sql-client.ts"
import { statement } from "../../statement.ts"
import { mariadb, mysql } from "./engine.ts"

// MySQL's round trips, including BEGIN and COMMIT, because the server is not known yet. MariaDB returns deleted rows
// and needs fewer.
const roundTrips = { update: 4, take: 4, cascade: 5 }

/** Describes a MySQL or MariaDB client. */
export const describeMysql = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: mysql,
  detectEngine: createEngineDetector(driver),
  durability: "power",
  batchLookups,
  roundTrips,
})

const settingsQuery = statement(
  "SELECT VERSION(), @@sql_mode, @@character_set_client, @@autocommit, @@foreign_key_checks",
)

/** Asks the server once per client whether it is MySQL or MariaDB. Throws for settings that would lose data. */
const createEngineDetector = perClient((_driver: Driver) => {
  let engine: Engine | undefined
  return async (driver: Driver): Promise<Engine> => {
    if (engine) return engine
    const { rows } = await driver.run(settingsQuery, [])
    const [version, mode, characters, autocommit, foreignKeys] = (rows[0] as readonly unknown[]).map(String)
    if (!/STRICT_(TRANS|ALL)_TABLES/.test(mode ?? ""))
      throw unsuitable(
        "The sql_mode of this server is not strict, so it truncates values: add STRICT_TRANS_TABLES to sql_mode.",
      )
    if (characters !== "utf8mb4")
      throw unsuitable(
        "This client does not use utf8mb4, so it loses characters: remove the charset option from the client.",
      )
    if (autocommit !== "1")
      throw unsuitable("autocommit is off, so nothing would be committed: turn it on for this client.")
    if (foreignKeys !== "1")
      throw unsuitable("foreign_key_checks is off, so orphans would be stored: turn it on for this client.")
    engine = /mariadb/i.test(version ?? "") ? mariadb : mysql
    return engine
  }
})

const unsuitable = (message: string): MortiseError => new MortiseError("unavailable", message)
