import type { EngineName } from "../../../schema/engine-name.ts"
import { batchLookups } from "../../batching/batch-lookups.ts"
import type { Driver } from "../../driver.ts"
import { describeMysql } from "../../engines/mysql/describe-mysql.ts"
import { mysqlEnds } from "../../engines/mysql/ends-transaction.ts"
import { postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import { foreignKeysOffError } from "../../engines/sqlite/connection.ts"
import { sqliteEnds } from "../../engines/sqlite/ends-transaction.ts"
import { forwardDriver } from "../../forward-driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { statement } from "../../statement.ts"
import type { Ends } from "../../transactions/interactive.ts"
import { joinedDriver, type OpenTransaction, type Run } from "../../transactions/joined-driver.ts"
import { type RawClient, rawDriver, unwrapErrors } from "./raw-driver.ts"
import { rawEngines, rawMariadb } from "./raw-engine.ts"

// Including BEGIN and COMMIT, where an insert or a deletion takes several statements.
const roundTrips = { insert: 4, cascade: 4 }

/** Describes an ORM by its raw calls. */
export function describeRaw(factory: string, engine: EngineName, client: RawClient): SqlClient {
  const driver = rawDriver(client, endsOf[engine])
  const checked = engine === "sqlite" ? withForeignKeys(foreignKeysOn(client.run), driver) : driver
  return {
    ...describeDriver(factory, engine, checked),
    batchLookups: engine === "sqlite" ? undefined : batchLookups,
  }
}

const endsOf: Readonly<Record<EngineName, Ends>> = {
  postgres: postgresEnds,
  mysql: mysqlEnds,
  sqlite: sqliteEnds,
}

/** Describes a transaction that the caller opened. Rows arrive as objects. */
export function describeJoined(
  factory: string,
  engine: EngineName,
  { run, savepoint, scope }: Omit<OpenTransaction, "endsOnError">,
): SqlClient {
  const ready = engine === "sqlite" ? foreignKeysOn(run) : async () => {}
  const prepareRun =
    (inside: Run): Run =>
    async (...step) => {
      await ready()
      return unwrapErrors(inside)(...step)
    }
  const driver = joinedDriver({
    run: prepareRun(run),
    savepoint: (work) => savepoint((inside) => work(prepareRun(inside))),
    endsOnError: engine === "postgres",
    scope,
  })
  return { ...describeDriver(factory, engine, driver), batchLookups: undefined }
}

function describeDriver(factory: string, name: EngineName, driver: Driver): SqlClient {
  const engine = rawEngines[name]
  if (name !== "mysql")
    return {
      factory,
      driver,
      engine,
      durability: name === "sqlite" ? "process" : "power",
      roundTrips,
      cancelledReplicationWaits: () => (name === "postgres" ? "hidden" : undefined),
    }
  const described = describeMysql(factory, driver)
  // Checks the server's settings as usual, but uses MySQL's statements even on MariaDB.
  const detectEngine = async (asking: Driver) => {
    const { checkReads, dialect } = (await described.detectEngine?.(asking)) ?? engine
    const used = dialect.name === "mariadb" ? rawMariadb : engine
    return { ...used, ...(checkReads && { checkReads }) }
  }
  return { ...described, engine, detectEngine }
}

const turnForeignKeysOn = statement("PRAGMA foreign_keys = ON")
const askForeignKeys = statement("SELECT foreign_keys FROM pragma_foreign_keys")

/** Turns foreign keys on before the first call. Throws if that has no effect, as inside a transaction. */
function foreignKeysOn(run: Run): () => Promise<void> {
  let isReady = false
  return async () => {
    if (isReady) return
    await run(turnForeignKeysOn, [])
    const { rows } = await run(askForeignKeys, [])
    if (Number(rows[0]?.[0]) !== 1) throw foreignKeysOffError()
    isReady = true
  }
}

const withForeignKeys = (ready: () => Promise<void>, driver: Driver): Driver => ({
  ...driver,
  ...forwardDriver(async () => {
    await ready()
    return driver
  }),
})
