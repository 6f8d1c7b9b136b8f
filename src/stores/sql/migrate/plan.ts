import type { ModelName } from "../../../contract/models.ts"
import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import { backfillText } from "./backfill.ts"
import type { FindingCode } from "./drift.ts"
import { findProblems, type Problem } from "./find-problems.ts"
import { explainDrift } from "./finding-texts.ts"
import { type Migration, openMigration } from "./migration.ts"
import { lastVersion, versionTable } from "./version-table.ts"

/** One statement of a migration. */
export type PlannedStep = {
  readonly statement: string
  readonly why: string
  /** For a statement with parameters, which is run once for each row: how many there are. */
  readonly rows?: number
}

/** Something that keeps `migrate` from starting. */
export type Refusal = {
  readonly code: FindingCode
  readonly model: ModelName
  /** The table, and the column where there is one. */
  readonly what: string
  readonly why: string
  /** How many rows stand in the way. */
  readonly rows?: number
  /** The statements that mend it, in order, for you to read and run. */
  readonly fix?: readonly string[]
}

/** What `migrate` would do. With a refusal in it, it does nothing. */
export type Plan = {
  /** The number of the last migration that was applied; 0 before the first. */
  readonly version: number
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly Refusal[]
}

/** A plan with what it takes to carry it out. */
export type FullPlan = Plan & {
  /** The statements of the one transaction. */
  readonly additions: readonly string[]
  readonly backfills: readonly { readonly spec: TableSpec; readonly column: ColumnSpec }[]
}

/**
 * What `migrate` would do, and what keeps it from doing it. Changes nothing.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { libsqlAdapter } from "mortise/libsql"
 * import { plan } from "mortise/migrate"
 *
 * const { steps, refusals } = await plan(libsqlAdapter(createClient({ url: "file:auth.db" })))
 * for (const { statement, why } of steps) console.log(why, statement)
 * for (const { what, why, rows } of refusals) console.log(what, why, rows)
 * ```
 */
export async function plan(adapter: object): Promise<Plan> {
  const { version, steps, refusals } = await fullPlan(await openMigration(adapter, "plan"))
  return { version, steps, refusals }
}

export async function fullPlan(migration: Migration): Promise<FullPlan> {
  const { introspection, specs, ask } = migration
  const tables = await introspection.read(ask, [...specs.map(({ table }) => table), versionTable])
  const version = await lastVersion(migration, tables)
  const problems = await findProblems(migration, tables)
  const planned = problems.filter(({ by }) => by === "migrate").sort((a, b) => stage(a) - stage(b))
  const backfilled = planned.filter(({ backfill }) => backfill !== undefined)
  return {
    version,
    steps: [...planned.flatMap(additionStepsOf), ...backfilled.map((one) => backfillStepOf(one, migration))],
    refusals: problems.filter(({ by, severity }) => by === "hand" && severity === "error").map(refusalOf),
    additions: planned.flatMap(({ statements }) => statements),
    backfills: backfilled.map(({ spec, backfill }) => ({ spec, column: backfill as ColumnSpec })),
  }
}

// A new table refers to keys of those that are there, and a foreign key to tables and keys.
const stages: readonly FindingCode[] = [
  "missing_column",
  "missing_key",
  "missing_table",
  "missing_index",
  "missing_foreign_key",
]
const stage = ({ code }: Problem): number => stages.indexOf(code)

// A new table comes with its indexes.
const additionStepsOf = ({ statements, why, spec }: Problem): PlannedStep[] =>
  statements.map((statement, nth) => {
    const columns = spec.indexes[nth - 1]
    return { statement, why: columns ? explainDrift(spec, { code: "missing_index", columns }) : why }
  })

const backfillStepOf = ({ spec, backfill, rows = 0 }: Problem, migration: Migration): PlannedStep => ({
  statement: backfillText(spec, backfill as ColumnSpec, migration),
  why: `The default of ${backfill?.field.model}.${backfill?.field.name} is a function, so each row that is there is given a value of its own.`,
  rows,
})

const refusalOf = ({ code, spec, column, why, rows, statements }: Problem): Refusal => ({
  code,
  model: spec.model.name,
  what: column === undefined ? spec.table : `${spec.table}.${column}`,
  why,
  ...(rows !== undefined && { rows }),
  ...(statements.length > 0 && { fix: statements }),
})
