import type { Bound, Result, Statement, Step } from "../../driver.ts"
import { addErrorContext } from "../../error-context.ts"
import { runSteps } from "../../run-steps.ts"

/** A connection of a pool, in the form that `mysql2` and `mariadb` share. */
export type PooledConnection = {
  query(text: string): Promise<unknown>
  release(): unknown
  destroy(): unknown
}

/** Runs steps in a transaction on one connection. If the rollback fails too, the connection is destroyed. */
export async function inTransaction<C extends PooledConnection>(
  connect: () => Promise<C>,
  run: (connection: C, statement: Statement, values: readonly Bound[]) => Promise<Result>,
  steps: readonly Step[],
): Promise<Result[]> {
  const connection = await connect().catch((error) => {
    throw addErrorContext(error, { code: "unavailable" })
  })
  try {
    const results = await runSteps(
      steps,
      (statement, values) => run(connection, statement, values),
      () => connection.query("START TRANSACTION"),
    )
    await connection.query("COMMIT")
    connection.release()
    return results
  } catch (error) {
    await connection.query("ROLLBACK").then(
      () => connection.release(),
      () => connection.destroy(),
    )
    throw error
  }
}
