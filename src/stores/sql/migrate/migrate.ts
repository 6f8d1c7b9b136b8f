import { MortiseError } from "../../../contract/errors.ts"
import { printLine } from "../../../shared/console.ts"
import type { Step } from "../driver.ts"
import { backfillColumn } from "./backfill.ts"
import { type Migration, openMigration } from "./migration.ts"
import { type FullPlan, fullPlan, type PlannedStep, type Refusal } from "./plan.ts"
import { unpreparedStatement } from "./unprepared-statement.ts"
import { recordSteps } from "./version-table.ts"

/** How `migrate` goes about it. */
export type MigrateOptions = {
  /** Tells what would be done, as a script, and changes nothing. */
  readonly dryRun?: boolean
  /** Told each statement with its reason, before any is run. A dry run prints them unless this is given. */
  readonly onStatement?: (text: string) => void
}

/** What `migrate` did. */
export type Migrated = {
  /** The number of the last migration that was applied; 0 before the first. */
  readonly version: number
  /** What was done, or in a dry run would be; empty when everything is as it should be. */
  readonly steps: readonly PlannedStep[]
}

/**
 * Makes the tables, columns, keys and indexes that the adapter needs and the database lacks, in one transaction.
 * It only ever adds, it can be run at every start and by several processes at once, and it refuses with a list,
 * before anything is changed, what rows or tables that are there stand in the way of.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { libsqlAdapter } from "mortise/libsql"
 * import { migrate } from "mortise/migrate"
 *
 * const adapter = libsqlAdapter(createClient({ url: "file:auth.db" }))
 * const { version, steps } = await migrate(adapter)
 * console.log(`version ${version}, ${steps.length} statements`)
 * ```
 */
export async function migrate(adapter: object, options: MigrateOptions = {}): Promise<Migrated> {
  const { dryRun = false, onStatement: log = dryRun ? printLine : () => {} } = options
  const migration = await openMigration(adapter, "migrate")
  const planned = await fullPlan(migration)
  refuse(planned.refusals)
  for (const step of planned.steps) log(scriptOf(step))
  const { version, steps, backfills } = dryRun ? planned : await applyPlan(migration, planned)
  if (!dryRun) for (const { spec, column } of backfills) await backfillColumn(spec, column, migration)
  return { version, steps }
}

/** Carries a plan out. When another process did part of it meanwhile, there is a new plan for the rest. */
async function applyPlan(migration: Migration, first: FullPlan): Promise<FullPlan> {
  let planned = first
  while (planned.additions.length > 0) {
    const version = planned.version + 1
    try {
      await migration.apply(await migrationSteps(migration, planned.additions, version))
      return { ...planned, version }
    } catch (error) {
      const again = await fullPlan(migration)
      if (isSame(planned, again)) throw error
      refuse(again.refusals)
      planned = again
    }
  }
  const isRecorded = first.additions.length === 0 || planned.version > first.version
  return isRecorded ? planned : recordMigration(migration, first, planned)
}

/** Where each statement counts for itself, several processes may have shared the work and none have finished. */
async function recordMigration(
  migration: Migration,
  { additions }: FullPlan,
  planned: FullPlan,
): Promise<FullPlan> {
  const version = planned.version + 1
  try {
    await migration.apply(await recordSteps(migration, version, additions))
    return { ...planned, version }
  } catch (error) {
    const again = await fullPlan(migration)
    if (again.version < version) throw error
    return { ...planned, version: again.version }
  }
}

async function migrationSteps(
  migration: Migration,
  additions: readonly string[],
  version: number,
): Promise<Step[]> {
  const { lock, unlock } = migration.introspection
  const alone = (text: string): Step => [unpreparedStatement(text), []]
  return [
    ...lock.map(alone),
    ...additions.map(alone),
    ...(await recordSteps(migration, version, additions)),
    ...unlock.map(alone),
  ]
}

const isSame = (one: FullPlan, other: FullPlan): boolean =>
  one.refusals.length === other.refusals.length && one.additions.join(";") === other.additions.join(";")

const scriptOf = ({ statement, why, rows }: PlannedStep): string =>
  rows === undefined ? `-- ${why}\n${statement};` : `-- ${why}\n-- ${rows} times: ${statement};`

function refuse(refusals: readonly Refusal[]): void {
  if (refusals.length === 0) return
  const list = refusals.map(
    ({ what, why, fix }) => `- ${what}: ${why}${fix ? " inspect(adapter) has the statements." : ""}`,
  )
  throw new MortiseError(
    "conflict",
    `migrate changed nothing, because of what is there already:\n${list.join("\n")}`,
    { operation: "migrate" },
  )
}
