import type { Adapter } from "../../../../contract/adapter.ts"
import { MortiseError } from "../../../../contract/errors.ts"
import type { ExtraFields } from "../../../../contract/schema.ts"
import { perClient } from "../../../../shared/per-client.ts"
import { statement } from "../../compile/statement.ts"
import type { Driver } from "../../driver.ts"
import type { Engine } from "../../engine.ts"
import { createSqlAdapter, type SqlOptions } from "../../sql-adapter.ts"
import { mariadb, mysql } from "./engine.ts"

const settingsQuery = statement(
  "SELECT VERSION(), @@sql_mode, @@character_set_client, @@autocommit, @@foreign_key_checks",
)

/** Which of the two servers it is, asked once per client; one that would lose what it is given is refused. */
const detectEngineOf = perClient((driver: Driver) => {
  let known: Engine | undefined
  return async (): Promise<Engine> => {
    if (known) return known
    const { rows } = await driver.run(settingsQuery, [])
    const [version, mode, characters, autocommit, foreignKeys] = (rows[0] as readonly unknown[]).map(String)
    if (!/STRICT_(TRANS|ALL)_TABLES/.test(mode ?? ""))
      throw unsuitable(
        "This server's sql_mode is not strict, so it cuts values off: add STRICT_TRANS_TABLES.",
      )
    if (characters !== "utf8mb4")
      throw unsuitable("This client does not speak utf8mb4, so it loses characters: leave out its charset.")
    if (autocommit !== "1")
      throw unsuitable("autocommit is off, so nothing would be kept: turn it on for this client.")
    if (foreignKeys !== "1")
      throw unsuitable(
        "foreign_key_checks is off, so rows of nobody would be kept: turn it on for this client.",
      )
    known = /mariadb/i.test(version ?? "") ? mariadb : mysql
    return known
  }
})

const unsuitable = (sentence: string): MortiseError => new MortiseError("unavailable", sentence)

// Of MySQL, transactions and all, since the server is not asked yet; MariaDB returns what it deletes and takes fewer.
const roundTrips = { update: 4, take: 4, removeUser: 5 }

/** The adapter of a client of MySQL or MariaDB. */
export const createMysqlAdapter = <X extends ExtraFields = object>(
  driver: Driver,
  options?: SqlOptions<X>,
): Adapter<X> =>
  createSqlAdapter(
    {
      driver,
      engine: mysql,
      detectEngine: detectEngineOf(driver),
      durability: "power",
      batchesLookups: true,
      roundTrips,
    },
    options,
  )
