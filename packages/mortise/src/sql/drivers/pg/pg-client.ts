import type { Driver, Result, Step } from "../../driver.ts"
import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import { postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import { preparedFallback } from "../../engines/postgres/prepared-fallback.ts"
import { type ClientKind, defineClient, type SqlClient } from "../../sql-client.ts"
import { byCommands, interactive, type OwnConnection } from "../../transactions/interactive.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { type ExclusiveConnection, type PgClient, type PgConnections, toConnections } from "./connection.ts"

/** A driver over pg connections. */
export function pgDriver(connections: PgConnections, prepare: boolean): Driver {
  const withFallback = preparedFallback(prepare)
  return {
    tracksCalls: true,
    run: (statement, values, call) =>
      withFallback((isPrepared) => connections.run(statement, values, isPrepared, call)),
    batch: (steps, call) =>
      withFallback((isPrepared) =>
        connections.use((connection) => inTransaction(connection, steps, isPrepared), call),
      ),
    transaction: interactive(
      byCommands(exclusive(connections), ["BEGIN", "COMMIT", "ROLLBACK"]),
      postgresEnds,
    ),
  }
}

// Not prepared by name: behind a pooler the name may be unknown to the server, and that error ends the transaction.
const exclusive =
  ({ use }: PgConnections) =>
  <T>(work: (connection: OwnConnection) => Promise<T>): Promise<T> =>
    use(({ run, command }) => work({ run: (...step) => run(...step, false), command }))

async function inTransaction(
  connection: ExclusiveConnection,
  steps: readonly Step[],
  isPrepared: boolean,
): Promise<Result[]> {
  const results = await runSteps(
    steps,
    (statement, values) => connection.run(statement, values, isPrepared),
    () => connection.command("BEGIN"),
  ).catch(async (error) => {
    await connection.command("ROLLBACK").catch(() => undefined)
    throw error
  })
  await connection.command("COMMIT")
  return results
}

/** Describes a driver over pg. */
export const describePg = (factory: string, driver: Driver): SqlClient => ({
  ...describePostgres(factory, driver),
  cancelledReplicationWaits: () => "reported",
})

const shape = {
  factory: "pgAdapter",
  takes: "a Pool or Client of pg: pgAdapter(new Pool())",
  has: ["query", "on", "listenerCount"],
  lacks: ["getConnection", "execute", "unsafe"],
}

export const pg: ClientKind<PgClient> = defineClient(
  shape,
  (client) => pgDriver(toConnections(client), true),
  describePg,
)

/** A client whose statements are not prepared by name. */
export const unnamedPg: ClientKind<PgClient> = defineClient(
  shape,
  (client) => pgDriver(toConnections(client), false),
  describePg,
)
