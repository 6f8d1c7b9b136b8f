import type { Configuration } from "./configuration.ts"
import { describeError } from "./describe-error.ts"
import { ExitError, exitCodes } from "./exit-code.ts"

/** The lines that print fixes. A statement may have several lines. */
export const fixLines = (fixes: readonly string[]): string[] =>
  fixes.flatMap((fix) => fix.split("\n").map((line, nth) => `  ${nth === 0 ? "fix:" : "    "} ${line}`))

/** Runs a task on the adapter of a configuration, which must be an SQL adapter, and closes the adapter. */
export async function onSqlTables<T>(
  { adapter, close }: Configuration,
  task: (adapter: object) => Promise<T>,
): Promise<T> {
  const { internals } = await import("../contract/internals.ts")
  try {
    if (!internals(adapter)?.migration)
      throw new ExitError(
        exitCodes.configuration,
        "This command needs an SQL adapter: others have no tables.",
      )
    return await task(adapter)
  } catch (error) {
    if (error instanceof ExitError) throw error
    throw new ExitError(exitCodes.failed, `The database failed: ${await describeError(error)}.`, error)
  } finally {
    await close()
  }
}
