import type { Bound, Result, Statement, Step } from "../driver.ts"
import { addErrorContext } from "../errors/error-context.ts"
import { isLocking } from "../statement.ts"

/**
 * Runs the steps of a transaction up to its commit. A failure before the commit, even a lost connection, means that
 * nothing was applied: the error is marked `transient` and carries the index of its step.
 */
export async function runSteps(
  steps: readonly Step[],
  run: (statement: Statement, values: readonly Bound[]) => Promise<Result>,
  begin?: () => Promise<unknown>,
): Promise<Result[]> {
  const results: Result[] = []
  try {
    await begin?.()
    for (const [statement, values] of steps) {
      const result = await run(statement, values)
      results.push(result)
      // A missing row cannot be locked: another transaction may insert it now, and the next step must not change it.
      if (isLocking(statement) && result.rows.length === 0) break
    }
    return results
  } catch (error) {
    throw addErrorContext(error, { code: "transient", step: results.length })
  }
}
