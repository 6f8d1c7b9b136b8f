import type { HasTables } from "../../../contract/adapter.ts"
import { hasForeignTables } from "../../../contract/schema.ts"
import { printLine } from "../../../shared/console.ts"
import type { Step } from "../../../sql/driver.ts"
import { type PlannedStep, throwIfRefused, unpreparedStep } from "../../../sql/migration/plan-steps.ts"
import { findMissingGuarantees } from "../introspection/find-missing-guarantees.ts"
import { backfillColumn } from "./backfill.ts"
import { type Migration, type MigrationProgress, openMigration } from "./migration.ts"
import { migrationScript, scriptMark } from "./migration-script.ts"
import { type FullPlan, fullPlan, type Refusal } from "./plan.ts"
import { recordedSteps } from "./version-table.ts"

/** The options of `migrate`. */
export type MigrateOptions = {
  /** Prints a script of what would be done, and changes nothing. Default: false. */
  readonly dryRun?: boolean
  /**
   * Called with each statement and its reason, before any statement is run; `false` prints nothing. Default: a dry run
   * prints them.
   */
  readonly onStatement?: ((text: string) => void) | false
  /** Called from time to time while emails are read, or existing rows get a default. */
  readonly onProgress?: (progress: MigrationProgress) => void
}

/** What `migrate` did. */
export type Migrated = {
  /** The number of the last migration that was applied; 0 before the first. */
  readonly version: number
  /** What was done, or in a dry run would be done; empty if the database needs nothing. */
  readonly steps: readonly PlannedStep[]
}

/**
 * Creates the tables, columns, keys and indexes that the adapter needs and the database lacks, in one transaction.
 * It only adds. It can be run at every start and by several processes at the same time. If existing rows or tables
 * block it, it throws an error that lists all of them, and changes nothing. If the tables are described by an ORM, it
 * changes nothing either, and prints what to add to the schema of the ORM.
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
export async function migrate(adapter: HasTables, options: MigrateOptions = {}): Promise<Migrated> {
  return (await prepareMigration(adapter, options)).run()
}

/** Makes the plan of `migrate`, and returns it with the function that carries it out. */
export async function prepareMigration(adapter: HasTables, options: MigrateOptions) {
  const { dryRun = false, onStatement, onProgress } = options
  const print = onStatement === false ? () => {} : (onStatement ?? printLine)
  const log = dryRun || onStatement ? print : () => {}
  const migration = await openMigration(adapter, "migrate", onProgress)
  const planned = await fullPlan(migration)

  const run = async (): Promise<Migrated> => {
    const { managed } = migration.schema
    if (managed) return reportManaged(managed.by, planned, print)
    throwIfRefused(planned.refusals.map(withInspection))
    for (const step of planned.steps) log(formatStep(step))
    const { version, steps, backfills } = dryRun ? planned : await applyPlan(migration, planned)
    if (!dryRun) for (const { spec, column } of backfills) await backfillColumn(spec, column, migration)
    if (!dryRun) await updateManifest(migration)
    return { version, steps }
  }
  const { version, steps, refusals } = planned
  return {
    plan: { version, steps, refusals },
    /** The name of the ORM that manages the tables. */
    managedBy: migration.schema.managed?.by,
    run,
    script: (name: string) => migrationScript(migration, planned, name),
    scriptMark: () => scriptMark(migration, planned),
  }
}

/** Says what to add to the schema of the ORM that manages the tables. Changes nothing. */
function reportManaged(
  orm: string,
  { version, steps, refusals }: FullPlan,
  log: (text: string) => void,
): Migrated {
  if (steps.length + refusals.length > 0)
    log(`-- ${orm} manages these tables, so migrate changes nothing. Change the schema of ${orm}:`)
  for (const { what, why } of refusals) log(`-- ${what}: ${why}`)
  for (const step of steps) log(formatStep(step))
  return { version, steps: [] }
}

/** The migration may have added what a preset's tables lacked. */
async function updateManifest({
  schema,
  specs,
  introspection,
  ask,
  setMissingGuarantees,
}: Migration): Promise<void> {
  if (!hasForeignTables(schema)) return
  const tables = await introspection.readTables(
    ask,
    specs.map(({ table }) => table),
  )
  setMissingGuarantees(findMissingGuarantees(schema, specs, tables, introspection))
}

/** Carries out a plan. If another process did part of it concurrently, a new plan is made for the rest. */
async function applyPlan(migration: Migration, first: FullPlan): Promise<FullPlan> {
  let planned = first
  while (planned.additions.length > 0) {
    const version = planned.version + 1
    try {
      await migration.apply(await migrationSteps(migration, planned, version))
      return { ...planned, version }
    } catch (error) {
      const again = await fullPlan(migration)
      if (isSame(planned, again)) throw error
      throwIfRefused(again.refusals.map(withInspection))
      planned = again
    }
  }
  const { isRecorded, hasCheckedEmails } = planned.records
  return isRecorded && hasCheckedEmails ? planned : recordMigration(migration, first, planned)
}

/**
 * Records a migration without further statements: several processes shared it or it was killed before its record, which
 * happens on engines that commit each statement separately; or the form of emails was changed.
 */
async function recordMigration(
  migration: Migration,
  { additions }: FullPlan,
  planned: FullPlan,
): Promise<FullPlan> {
  const version = planned.version + 1
  try {
    await migration.apply(await recordedSteps(migration, version, additions))
    return { ...planned, version }
  } catch (error) {
    const again = await fullPlan(migration)
    // Tables that were created by hand need no record, and this user may not be allowed to create its table.
    if (!again.records.hasTable && additions.length === 0) return planned
    if (again.version < version) throw error
    return { ...planned, version: again.version }
  }
}

async function migrationSteps(
  migration: Migration,
  { before, additions }: FullPlan,
  version: number,
): Promise<Step[]> {
  const { lock, unlock } = migration.introspection
  return [
    ...[...lock, ...before].map(unpreparedStep),
    ...(await recordedSteps(migration, version, [...before, ...additions], additions.map(unpreparedStep))),
    ...unlock.map(unpreparedStep),
  ]
}

const isSame = (left: FullPlan, right: FullPlan): boolean =>
  left.refusals.length === right.refusals.length && left.additions.join(";") === right.additions.join(";")

const formatStep = ({ statement, why, rows }: PlannedStep): string =>
  rows === undefined ? `-- ${why}\n${statement};` : `-- ${why}\n-- ${rows} times: ${statement};`

const withInspection = ({ what, why, fix }: Refusal) => ({
  what,
  why: fix ? `${why} inspect(adapter) returns them.` : why,
})
