import type { Driver, Result, Step } from "../../driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import type { Connections, ExclusiveConnection } from "./connection.ts"
import { postgres } from "./engine.ts"
import { preparedFallback } from "./prepared-fallback.ts"

/** Runs statements on the connections of pg. */
export function pgDriver(connections: Connections, prepare: boolean): Driver {
  const withFallback = preparedFallback(prepare)
  return {
    tracksCalls: true,
    run: (statement, values, call) =>
      withFallback((isPrepared) => connections.run(statement, values, isPrepared, call)),
    batch: (steps, call) =>
      withFallback((isPrepared) =>
        connections.use((connection) => inTransaction(connection, steps, isPrepared), call),
      ),
  }
}

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

/** Describes a driver over pg to the store. */
export const describePg = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: postgres,
  durability: "power",
  batchesLookups: true,
  cancelledWaits: () => "reported",
})
