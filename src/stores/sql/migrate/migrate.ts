import { MortiseError } from "../../../contract/errors.ts"
import type { Step } from "../driver.ts"
import { fillColumn } from "./fill.ts"
import { type Migration, migrationOf } from "./migration-of.ts"
import { type FullPlan, fullPlan, type PlannedStep, type Refusal } from "./plan.ts"
import { single } from "./single.ts"
import { claimSteps } from "./version-table.ts"

export type MigrateOptions = {
  /** Tells what would be done, as a script, and changes nothing. */
  readonly dryRun?: boolean
  /** Told each statement with its reason, before any is run. A dry run prints them unless this is given. */
  readonly log?: (text: string) => void
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
  const { dryRun = false, log = dryRun ? toConsole : () => {} } = options
  const migration = await migrationOf(adapter, "migrate")
  let planned = await fullPlan(migration)
  let isFirst = true
  for (;;) {
    refuse(planned.refusals)
    if (isFirst) for (const step of planned.steps) log(scriptOf(step))
    if (dryRun || planned.steps.length === 0) return { version: planned.version, steps: planned.steps }
    isFirst = false
    const outcome = await carryOut(migration, planned)
    if ("version" in outcome) return { version: outcome.version, steps: planned.steps }
    planned = outcome.again
  }
}

// biome-ignore lint/suspicious/noConsole: a dry run is asked for in order to be read
const toConsole = (text: string): void => console.log(text)

type Outcome = { readonly version: number } | { readonly again: FullPlan }

/** Another process may have done the same, or part of it, since the plan was made: then there is a new plan. */
async function carryOut(migration: Migration, planned: FullPlan): Promise<Outcome> {
  const version = planned.additions.length > 0 ? planned.version + 1 : planned.version
  try {
    if (planned.additions.length > 0) await migration.apply(await transaction(migration, planned, version))
  } catch (error) {
    const again = await fullPlan(migration)
    if (isSame(planned, again)) throw error
    return { again }
  }
  for (const { spec, column } of planned.fills) await fillColumn(spec, column, migration)
  return { version }
}

async function transaction(migration: Migration, { additions }: FullPlan, version: number): Promise<Step[]> {
  const { lock, unlock } = migration.introspection
  const alone = (text: string): Step => [single(text), []]
  return [
    ...lock.map(alone),
    ...(await claimSteps(migration, version, additions)),
    ...additions.map(alone),
    ...unlock.map(alone),
  ]
}

const isSame = (one: FullPlan, other: FullPlan): boolean =>
  one.version === other.version &&
  one.refusals.length === other.refusals.length &&
  one.additions.join(";") === other.additions.join(";")

const scriptOf = ({ statement, why, rows }: PlannedStep): string =>
  rows === undefined ? `-- ${why}\n${statement};` : `-- ${why}\n-- ${rows} times: ${statement};`

function refuse(refusals: readonly Refusal[]): void {
  if (refusals.length === 0) return
  const list = refusals.map(
    ({ what, why, mend }) => `- ${what}: ${why}${mend ? " inspect(adapter) has the statements." : ""}`,
  )
  throw new MortiseError(
    "conflict",
    `migrate changed nothing, because of what is there already:\n${list.join("\n")}`,
    { operation: "migrate" },
  )
}
