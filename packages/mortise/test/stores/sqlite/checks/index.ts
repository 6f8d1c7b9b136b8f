import type { SqliteClient } from "../clients/client.ts"
import type { Registered } from "../clients/registry.ts"
import { type Checks, createBench } from "./check.ts"
import { damageChecks } from "./damage.ts"
import { errorChecks } from "./errors.ts"
import { interactiveChecks } from "./interactive.ts"
import { lockChecks } from "./locks.ts"
import { setUpChecks } from "./set-up.ts"
import { transactionChecks } from "./transactions.ts"

const checks: Checks = {
  ...errorChecks,
  ...damageChecks,
  ...lockChecks,
  ...setUpChecks,
  ...transactionChecks,
  ...interactiveChecks,
}

/** The names of the checks for a client. */
export const checksOn = ({ kind, lacks = [] }: Registered): string[] =>
  Object.keys(checks).filter((name) => checks[name]?.on.includes(kind) && !lacks.includes(name))

/** Runs all checks and returns, by name, the error of each that failed. */
export async function runChecks(
  client: SqliteClient,
  registered: Registered,
  folder: string,
): Promise<Record<string, string | null>> {
  const bench = createBench(client, registered.kind, folder)
  const outcomeOf = async (name: string): Promise<[string, string | null]> => {
    try {
      await checks[name]?.run(bench)
      return [name, null]
    } catch (error) {
      return [name, error instanceof Error ? (error.stack ?? error.message) : String(error)]
    }
  }
  const names = checksOn(registered)
  const outcomes = await Promise.all(names.filter((name) => !(name in lockChecks)).map(outcomeOf))
  // Checks of locks have time limits, so they run alone in this process.
  for (const name of names) if (name in lockChecks) outcomes.push(await outcomeOf(name))
  return Object.fromEntries(outcomes)
}
