import type { Driver } from "../../driver.ts"
import { endsConnection as endsMysql, mysqlEnds } from "../../engines/mysql/ends-transaction.ts"
import { endsConnection as endsPostgres, postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import type { Ends } from "../../transactions/interactive.ts"
import { joinedDriver, type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import {
  type ConnectionPool,
  inTransaction,
  interactiveOn,
  type PooledConnection,
  withConnection,
} from "../../transactions/pooled-connections.ts"
import { openTurns } from "../../transactions/turns.ts"
import { command, type Querying, query, withState } from "./query.ts"

type Reserved = Querying & { release(): unknown; close(): Promise<unknown> }

/** The part of Bun's `SQL` that reserves a connection. */
export type Reserving = { reserve(): Promise<Reserved> }

type Connection = PooledConnection & Querying
type EndsConnection = ConnectionPool<Connection>["endsConnection"]

export const postgresDriver = (client: Reserving): Driver => serverDriver(client, endsPostgres, postgresEnds)
export const mysqlDriver = (client: Reserving): Driver => serverDriver(client, endsMysql, mysqlEnds)

/**
 * A driver for a server. Each call reserves a connection: Bun reports a client that is closed and an answer that was
 * lost by the same error, and only the first of them means that nothing was sent.
 */
function serverDriver(client: Reserving, endsConnection: EndsConnection, ends: Ends): Driver {
  const pool: ConnectionPool<Connection> = {
    connect: () => reserve(client),
    destroysBusy: true,
    endsConnection,
  }
  return {
    tracksCalls: true,
    run: (statement, values, call) =>
      withConnection(pool, (connection) => query(connection, statement, values), call),
    batch: (steps, call) => inTransaction(pool, query, steps, call),
    transaction: interactiveOn(pool, query, ends),
  }
}

async function reserve(client: Reserving): Promise<Connection> {
  const reserved = await client.reserve().catch((error) => {
    throw withState(error)
  })
  return {
    unsafe: (text, values) => reserved.unsafe(text, values),
    query: (text) => command(reserved, text),
    release: () => reserved.release(),
    destroy: () => reserved.close().catch(() => {}),
  }
}

/** A driver inside a transaction on a server that the application opened. */
export function joinServer(transaction: Querying, { endsOnError }: Pick<Ends, "endsOnError">): Driver {
  const run: Run = (...step) => query(transaction, ...step)
  const savepoint = textSavepoint(run, (text) => command(transaction, text))
  return joinedDriver({ run, savepoint, endsOnError, scope: openTurns().at(0) })
}
