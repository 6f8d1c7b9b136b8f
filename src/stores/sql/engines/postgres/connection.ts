import { limitConcurrency } from "../../../../shared/limit-concurrency.ts"
import type { Bound, Result, Statement } from "../../driver.ts"
import { addErrorContext } from "../../error-context.ts"
import { type Answer, type Query, send } from "./query.ts"

type Failure = Error | null | undefined
type Listening = {
  on(event: "error", listener: (error: Error) => void): unknown
  listenerCount(event: "error"): number
}
type Connection = Listening & {
  query(query: Query, callback: (error: Error, answer: Answer) => void): void
  query(text: string): Promise<unknown>
}
type Pooled = Connection & { release(destroy?: boolean): void }
type Pool = Connection & {
  connect(callback: (error: Error | undefined, connection: Pooled | undefined) => void): unknown
  readonly totalCount: number
}

/** The part of a `Pool` or `Client` of `pg` that is used. */
export type PgClient = Connection | Pool

const isPool = (client: PgClient): client is Pool => "totalCount" in client

type Run = (statement: Statement, values: readonly Bound[], isPrepared: boolean) => Promise<Result>

/** One connection that no other call uses at the same time. */
export type ExclusiveConnection = { readonly run: Run; command(text: string): Promise<unknown> }

type Connections = {
  readonly run: Run
  use<T>(work: (connection: ExclusiveConnection) => Promise<T>): Promise<T>
}

const exclusively = (connection: Connection): ExclusiveConnection => ({
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
  return isPool(client) ? overPool(client) : overSingleClient(client)
}

/** Takes a connection of the pool for the duration of the work. */
function overPool(pool: Pool): Connections {
  const take = (then: (connection: Pooled) => void, fail: (error: unknown) => void): void => {
    const failed = (error: unknown) => fail(addErrorContext(error, { code: "unavailable" }))
    const taken = (connection: Pooled) => {
      listen(connection)
      then(connection)
    }
    const promised = pool.connect((error, connection) => (connection ? taken(connection) : failed(error)))
    // Some wrappers of a pool return a promise and ignore the callback.
    if (promised instanceof Promise) promised.then((connection) => connection && taken(connection), failed)
  }

  return {
    // The pool's own `query` would discard the connection after every conflict.
    run: (statement, values, isPrepared) =>
      new Promise((resolve, reject) => {
        take((connection) => {
          send(connection, statement, values, isPrepared, (error, result) => {
            connection.release(isLost(error))
            if (error) reject(error)
            else resolve(result)
          })
        }, reject)
      }),

    async use(work) {
      const connection = await new Promise<Pooled>(take)
      try {
        const result = await work(exclusively(connection))
        connection.release()
        return result
      } catch (error) {
        connection.release(isLost(error as Failure))
        throw error
      }
    },
  }
}

/** Uses a single connection, one call after the other: no query may run in the middle of another call's transaction. */
function overSingleClient(client: Connection): Connections {
  const inTurn = limitConcurrency(1)
  const connection = exclusively(client)
  return {
    run: (statement, values, isPrepared) => inTurn(() => connection.run(statement, values, isPrepared)),
    use: (work) => inTurn(() => work(connection)),
  }
}

// Without a listener, a lost connection would end the process.
function listen(emitter: Listening): void {
  if (emitter.listenerCount("error") === 0) emitter.on("error", () => {})
}

// After an error from the server the connection is usable, except after the classes that announce its end.
const isAnswer = /^(?=.*\d)(?!08|25P|57P)[\dA-Z]{5}$/
const isLost = (error: Failure): boolean =>
  Boolean(error) && !isAnswer.test((error as { code?: string }).code ?? "")
