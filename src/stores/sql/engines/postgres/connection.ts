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

/** One connection that nobody else uses meanwhile. */
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

/** Queries over a pool or a single client, neither of which ends the process when it loses its connection. */
export function connect(client: PgClient): Connections {
  listen(client)
  return isPool(client) ? overPool(client) : overSingleClient(client)
}

/** A connection of the pool for as long as the work takes. */
function overPool(pool: Pool): Connections {
  const take = (then: (connection: Pooled) => void, fail: (error: unknown) => void): void => {
    const failed = (error: unknown) => fail(addErrorContext(error, { code: "unavailable" }))
    const taken = (connection: Pooled) => {
      listen(connection)
      then(connection)
    }
    const promised = pool.connect((error, connection) => (connection ? taken(connection) : failed(error)))
    // A pool that somebody has extended may know promises only.
    if (promised instanceof Promise) promised.then((connection) => connection && taken(connection), failed)
  }

  return {
    // The pool's own query would throw the connection away after every conflict.
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

/** A single connection, which takes one query after the other: nothing may get into the middle of a transaction. */
function overSingleClient(client: Connection): Connections {
  const inTurn = limitConcurrency(1)
  const connection = exclusively(client)
  return {
    run: (statement, values, isPrepared) => inTurn(() => connection.run(statement, values, isPrepared)),
    use: (work) => inTurn(() => work(connection)),
  }
}

// Without a listener, a connection that dies would end the process.
function listen(emitter: Listening): void {
  if (emitter.listenerCount("error") === 0) emitter.on("error", () => {})
}

// An answer of the server's leaves the connection in order, unless it says that it ends it.
const isAnswer = /^(?=.*\d)(?!08|25P|57P)[\dA-Z]{5}$/
const isLost = (error: Failure): boolean =>
  Boolean(error) && !isAnswer.test((error as { code?: string }).code ?? "")
