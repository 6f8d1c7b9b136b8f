import { type Call, deadlineError } from "../../../operations/deadline.ts"
import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import type { Bound, Driver, Result, Statement, Step } from "../../driver.ts"
import { endsConnection, postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import { preparedFallback } from "../../engines/postgres/prepared-fallback.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import { statement as statementOf } from "../../statement.ts"
import { byCommands, interactive, type OwnConnection } from "../../transactions/interactive.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { type Answer, type Query, send } from "./query.ts"

type Listening = {
  on(event: "error", listener: (error: Error) => void): unknown
  listenerCount(event: "error"): number
}

/** The part of one pg connection that Mortise uses. */
export type PgConnection = Listening & {
  query(query: Query, callback: (error: Error, answer: Answer) => void): void
  query(text: string): Promise<unknown>
}
export type Pooled = PgConnection & { release(destroy?: boolean): void }
export type Pool = PgConnection & {
  connect(callback: (error: Error | undefined, connection: Pooled | undefined) => void): unknown
  readonly totalCount: number
}

/** The part of a pg `Pool` or `Client` that Mortise uses. */
export type PgClient = PgConnection | Pool

type Run = (
  statement: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
  call?: Call,
) => Promise<Result>

/** One connection that no other call uses at the same time. */
export type ExclusiveConnection = { readonly run: Run; command(text: string): Promise<unknown> }

/** Takes a connection for one piece of work. Exactly one of the two functions is called, once. */
export type Take = (
  then: (connection: PgConnection, release: Release) => void,
  fail: (error: unknown) => void,
) => void

/** Returns a connection to its pool, or discards it. */
type Release = (isDiscarded: boolean) => void

/** A pool's connections, or a client's only connection. Each call takes one. */
export type PgConnections = {
  readonly run: Run
  /** Runs several queries on one connection. */
  use<T>(work: (connection: ExclusiveConnection) => Promise<T>, call?: Call): Promise<T>
}

/** Uses a connection that no other call uses at the same time. */
export function exclusively(connection: PgConnection): ExclusiveConnection {
  const run: Run = (statement, values, isPrepared) =>
    new Promise((resolve, reject) => {
      send(connection, statement, values, isPrepared, (error, result) =>
        error ? reject(error) : resolve(result),
      )
    })
  return { run, command: (text) => run(statementOf(text), [], false) }
}

/** Takes a connection for the duration of each call. */
export function overPool(take: Take): PgConnections {
  const takeSafely = (call: Call | undefined, ...[then, fail]: Parameters<Take>) =>
    take(
      (connection, release) => {
        listen(connection)
        if (!call) then(connection, release)
        else if (call.isOver) release(false)
        else then(connection, trackCall(call, release))
      },
      (error) => fail(addErrorContext(error, { code: "unavailable" })),
    )

  return {
    // The pool's own `query` would discard the connection after every conflict.
    run: (statement, values, isPrepared, call) =>
      new Promise((resolve, reject) => {
        const sendOn = (connection: PgConnection, release: Release) =>
          send(connection, statement, values, isPrepared, (error, result) => {
            release(error ? endsConnection(error) : false)
            if (error) reject(error)
            else resolve(result)
          })
        takeSafely(call, sendOn, reject)
      }),

    use: (work, call) =>
      new Promise((resolve, reject) => {
        const workOn = (connection: PgConnection, release: Release) =>
          work(exclusively(connection)).then(
            (result) => {
              release(false)
              resolve(result)
            },
            (error) => {
              release(endsConnection(error))
              reject(error)
            },
          )
        takeSafely(call, workOn, reject)
      }),
  }
}

/** Lets a call discard its connection. The connection is released once: when it is discarded, its query fails too. */
function trackCall(call: Call, release: Release): Release {
  let isReleased = false
  const releaseOnce: Release = (isDiscarded) => {
    if (!isReleased) release(isDiscarded)
    isReleased = true
  }
  call.track({ isSent: () => true, discard: () => releaseOnce(true) })
  return releaseOnce
}

// Without a listener, a lost connection would end the process.
export function listen(emitter: Listening): void {
  if (emitter.listenerCount("error") === 0) emitter.on("error", () => {})
}

const isPool = (client: PgClient): client is Pool => "totalCount" in client

/** The connections of a pool or a single client. A lost connection does not end the process. */
export function toConnections(client: PgClient): PgConnections {
  listen(client)
  return isPool(client) ? overPool(fromPool(client)) : overSingleClient(client)
}

const fromPool =
  (pool: Pool): Take =>
  (then, fail) => {
    const passConnection = (connection: Pooled) =>
      then(connection, (isDiscarded) => connection.release(isDiscarded))
    const promised = pool.connect((error, connection) =>
      connection ? passConnection(connection) : fail(error),
    )
    // Some wrappers of a pool return a promise and ignore the callback.
    if (promised instanceof Promise)
      promised.then((connection) => connection && passConnection(connection), fail)
  }

/**
 * Uses a single connection, one call after the other: no query may run in the middle of another call's transaction.
 * The connection belongs to the caller and is never discarded.
 */
function overSingleClient(client: PgConnection): PgConnections {
  const takeTurns = limitConcurrency(1)
  const connection = exclusively(client)
  const inTurn = <T>(call: Call | undefined, work: () => Promise<T>): Promise<T> =>
    takeTurns(() => {
      if (call?.isOver) return Promise.reject(deadlineError())
      call?.track({ isSent: () => true, discard: () => {} })
      return work()
    })
  return {
    run: (statement, values, isPrepared, call) =>
      inTurn(call, () => connection.run(statement, values, isPrepared)),
    use: (work, call) => inTurn(call, () => work(connection)),
  }
}

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
