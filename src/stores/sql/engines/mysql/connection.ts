import { isLocking } from "../../compile/statement.ts"
import type { Bound, Result, Statement, Step } from "../../driver.ts"
import { note } from "../../error-context.ts"

type Connection = { query(text: string): Promise<unknown>; release(): unknown; destroy(): unknown }

/** Runs steps on one connection of a pool, all or none; a connection that cannot even roll back is not given back. */
export async function inTransaction<C extends Connection>(
  connect: () => Promise<C>,
  run: (on: C, statement: Statement, values: readonly Bound[]) => Promise<Result>,
  steps: readonly Step[],
): Promise<Result[]> {
  const connection = await connect().catch((error) => {
    throw note(error, { code: "unavailable" })
  })
  try {
    const results = await runAll(connection, run, steps)
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

/** Up to here nothing is kept: whatever fails, even by the loss of the connection, was not applied. */
async function runAll<C extends Connection>(
  connection: C,
  run: (on: C, statement: Statement, values: readonly Bound[]) => Promise<Result>,
  steps: readonly Step[],
): Promise<Result[]> {
  const results: Result[] = []
  try {
    await connection.query("START TRANSACTION")
    for (const [statement, values] of steps) {
      const result = await run(connection, statement, values)
      results.push(result)
      // What is not there cannot be locked: somebody may make it before the next step, which is not meant for that.
      if (isLocking(statement) && result.rows.length === 0) break
    }
    return results
  } catch (error) {
    throw note(error, { code: "transient", step: results.length })
  }
}
