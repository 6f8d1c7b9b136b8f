import { limitConcurrency } from "../../../../shared/limit-concurrency.ts"
import type { Bound, Result, Statement } from "../../driver.ts"
import { addErrorContext } from "../../error-context.ts"
import { type Answer, type Query, send } from "./query.ts"

type Failure = Error | null | undefined
type Listening = {
  on(event: "error", listener: (error: Error) => void): unknown
  listenerCount(event: "error"): number
}

/** The part of one connection of pg that is used. */
export type PgConnection = Listening & {
  query(query: Query, callback: (error: Error, answer: Answer) => void): void
  query(text: string): Promise<unknown>
}
type Pooled = PgConnection & { release(destroy?: boolean): void }
type Pool = PgConnection & {
  connect(callback: (error: Error | undefined, connection: Pooled | undefined) => void): unknown
  readonly totalCount: number
}

/** The part of a `Pool` or `Client` of `pg` that is used. */
export type PgClient = PgConnection | Pool

const isPool = (client: PgClient): client is Pool => "totalCount" in client

type Run = (statement: Statement, values: readonly Bound[], isPrepared: boolean) => Promise<Result>

/** One connection that no other call uses at the same time. */
export type ExclusiveConnection = { readonly run: Run; command(text: string): Promise<unknown> }

/** Takes a connection for one piece of work. Exactly one of the two functions is called, once. */
export type Take = (
  then: (connection: PgConnection, release: (isLost: boolean) => void) => void,
  fail: (error: unknown) => void,
) => void

export type Connections = {
  readonly run: Run
  use<T>(work: (connection: ExclusiveConnection) => Promise<T>): Promise<T>
}

/** Uses a connection that no other call uses at the same time. */
export const exclusively = (connection: PgConnection): ExclusiveConnection => ({
  run: (statement, values, isPrepared) =>
    new Promise((resolve, reject) => {
      send(connection, statement, values, isPrepared, (error, result) =>
        error ? reject(error) : resolve(result),
      )
    }),
  command: (text) => connection.query(text),
})

/** Runs queries on a pool or a single client. A lost connection does not end the process. */
export function connect(client: PgClient): Connections {
  listen(client)
  return isPool(client) ? overPool(fromPool(client)) : overSingleClient(client)
}

const fromPool =
  (pool: Pool): Take =>
  (then, fail) => {
    const taken = (connection: Pooled) => then(connection, (isLost) => connection.release(isLost))
    const promised = pool.connect((error, connection) => (connection ? taken(connection) : fail(error)))
    // Some wrappers of a pool return a promise and ignore the callback.
    if (promised instanceof Promise) promised.then((connection) => connection && taken(connection), fail)
  }

/** Takes a connection for the duration of each call. */
export function overPool(take: Take): Connections {
  const takeSafely: Take = (then, fail) =>
    take(
      (connection, release) => {
        listen(connection)
        then(connection, release)
      },
      (error) => fail(addErrorContext(error, { code: "unavailable" })),
    )

  return {
    // The pool's own `query` would discard the connection after every conflict.
    run: (statement, values, isPrepared) =>
      new Promise((resolve, reject) => {
        takeSafely((connection, release) => {
          send(connection, statement, values, isPrepared, (error, result) => {
            release(isLost(error))
            if (error) reject(error)
            else resolve(result)
          })
        }, reject)
      }),

    use: (work) =>
      new Promise((resolve, reject) => {
        takeSafely((connection, release) => {
          work(exclusively(connection)).then(
            (result) => {
              release(false)
              resolve(result)
            },
            (error) => {
              release(isLost(error))
              reject(error)
            },
          )
        }, reject)
      }),
  }
}

/** Uses a single connection, one call after the other: no query may run in the middle of another call's transaction. */
function overSingleClient(client: PgConnection): Connections {
  const inTurn = limitConcurrency(1)
  const connection = exclusively(client)
  return {
    run: (statement, values, isPrepared) => inTurn(() => connection.run(statement, values, isPrepared)),
    use: (work) => inTurn(() => work(connection)),
  }
}

// Without a listener, a lost connection would end the process.
export function listen(emitter: Listening): void {
  if (emitter.listenerCount("error") === 0) emitter.on("error", () => {})
}

// After an error from the server the connection is usable, except after the classes that announce its end.
const isAnswer = /^(?=.*\d)(?!08|25P|57P)[\dA-Z]{5}$/
const isLost = (error: Failure): boolean =>
  Boolean(error) && !isAnswer.test((error as { code?: string }).code ?? "")
