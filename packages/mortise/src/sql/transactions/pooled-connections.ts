import { type Call, deadlineError } from "../../operations/deadline.ts"
import type { Bound, Driver, Result, Statement, Step } from "../driver.ts"
import { addErrorContext } from "../errors/error-context.ts"
import { byCommands, type Ends, interactive } from "./interactive.ts"
import { runSteps } from "./run-steps.ts"

/** A connection of a pool, in the form that several clients share. */
export type PooledConnection = {
  query(text: string): Promise<unknown>
  release(): unknown
  destroy(): unknown
}

/** Where connections are taken from. */
export type ConnectionPool<C extends PooledConnection> = {
  connect(): Promise<C>
  /** Whether a connection can be destroyed while a statement runs on it. */
  readonly destroysBusy: boolean
  /** Whether a failed statement's connection must not be used again. */
  endsConnection(error: unknown): boolean
}

/** Uses a connection for one piece of work. Destroys it after an error that ends it, or that `recover` cannot undo. */
export async function withConnection<C extends PooledConnection, T>(
  { connect, destroysBusy, endsConnection }: ConnectionPool<C>,
  work: (connection: C) => Promise<T>,
  call?: Call,
  recover?: (connection: C) => Promise<boolean>,
): Promise<T> {
  const connection = await connect().catch((error) => {
    throw addErrorContext(error, { code: "unavailable" })
  })
  if (call?.isOver) {
    connection.release()
    throw deadlineError()
  }
  const discard = () => {
    if (destroysBusy) connection.destroy()
  }
  call?.track({ isSent: () => true, discard })
  const finish = (isUsable: boolean) => {
    // A call that is over has already destroyed the connection, if it could.
    if (call?.isOver && destroysBusy) return
    if (isUsable && !call?.isOver) connection.release()
    else connection.destroy()
  }
  try {
    const result = await work(connection)
    finish(true)
    return result
  } catch (error) {
    finish(!endsConnection(error) && (!recover || (await recover(connection))))
    throw error
  }
}

/** Runs one statement on a connection. */
type RunOn<C> = (connection: C, statement: Statement, values: readonly Bound[]) => Promise<Result>

/** The `transaction` of a driver over a pool. */
export const interactiveOn = <C extends PooledConnection>(
  pool: ConnectionPool<C>,
  run: RunOn<C>,
  ends: Ends,
): NonNullable<Driver["transaction"]> =>
  interactive(
    byCommands(
      (work) =>
        withConnection(pool, (connection) =>
          work({
            run: (...step) => run(connection, ...step),
            command: (text) => connection.query(text),
          }),
        ),
      ["START TRANSACTION", "COMMIT", "ROLLBACK"],
    ),
    ends,
  )

/** Runs steps in a transaction on one connection. */
export const inTransaction = <C extends PooledConnection>(
  pool: ConnectionPool<C>,
  run: RunOn<C>,
  steps: readonly Step[],
  call?: Call,
): Promise<Result[]> =>
  withConnection(
    pool,
    async (connection) => {
      const results = await runSteps(
        steps,
        (statement, values) => run(connection, statement, values),
        () => connection.query("START TRANSACTION"),
      )
      await connection.query("COMMIT")
      return results
    },
    call,
    rollBack,
  )

const rollBack = (connection: PooledConnection): Promise<boolean> =>
  connection.query("ROLLBACK").then(
    () => true,
    () => false,
  )
