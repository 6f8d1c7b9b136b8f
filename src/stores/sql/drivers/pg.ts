import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import type { Driver, Result, Step } from "../driver.ts"
import {
  type Connections,
  connect,
  type ExclusiveConnection,
  type PgClient,
} from "../engines/postgres/connection.ts"
import { postgres } from "../engines/postgres/engine.ts"
import { preparedFallback } from "../engines/postgres/prepared-fallback.ts"
import { runSteps } from "../run-steps.ts"
import { createSqlAdapter, type SqlClient, type SqlOptions } from "../sql-adapter.ts"

export type { PgClient } from "../engines/postgres/connection.ts"

/** The options of `pgAdapter`. */
export type PgOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** Whether to prepare statements by name. Default: true, until a pooler turns out not to keep them. */
  readonly prepare?: boolean
}

const shape = {
  factory: "pgAdapter",
  takes: "a Pool or Client of pg: pgAdapter(new Pool())",
  has: ["query", "on", "listenerCount"],
  lacks: ["getConnection", "execute", "unsafe"],
}

const named = perClient((client: PgClient) => pgDriver(connected(client), true))
const unnamed = perClient((client: PgClient) => pgDriver(connected(client), false))

function connected(client: PgClient): Connections {
  checkClient(client, shape)
  return connect(client)
}

/** Runs statements on the connections of pg. */
export function pgDriver(connections: Connections, prepare: boolean): Driver {
  const withFallback = preparedFallback(prepare)
  return {
    run: (statement, values) => withFallback((isPrepared) => connections.run(statement, values, isPrepared)),
    batch: (steps) =>
      withFallback((isPrepared) =>
        connections.use((connection) => inTransaction(connection, steps, isPrepared)),
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

export const describePg = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: postgres,
  durability: "power",
  batchesLookups: true,
})

export const pg: ClientKind<PgClient> = {
  shape,
  describe: (client) => describePg(shape.factory, named(client)),
}

/**
 * Makes an adapter for PostgreSQL through a pool or a single client of `pg`.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Pool } from "pg"
 * import { pgAdapter } from "mortise/pg"
 *
 * const adapter = pgAdapter(new Pool())
 * ```
 */
export function pgAdapter<X extends ExtraFields = object>(
  client: PgClient,
  options?: PgOptions<X>,
): Adapter<X> {
  const described = pg.describe(client)
  return createSqlAdapter(
    {
      ...described,
      ownOptionNames: ["prepare"],
      ...(options?.prepare === false && { driver: unnamed(client) }),
    },
    options,
  )
}
