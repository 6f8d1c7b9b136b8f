import type { ModelName } from "../../../contract/models.ts"
import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import { type Diagnosis, diagnose } from "./diagnose.ts"
import type { FindingCode } from "./drift.ts"
import { fillText } from "./fill.ts"
import { type Migration, migrationOf } from "./migration-of.ts"
import { lastVersion, versionTable } from "./version-table.ts"
import { whyOf } from "./words.ts"

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
  readonly fills: readonly { readonly spec: TableSpec; readonly column: ColumnSpec }[]
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
  const { version, steps, refusals } = await fullPlan(await migrationOf(adapter, "plan"))
  return { version, steps, refusals }
}

export async function fullPlan(migration: Migration): Promise<FullPlan> {
  const { introspection, specs, ask } = migration
  const tables = await introspection.read(ask, [...specs.map(({ table }) => table), versionTable])
  const version = await lastVersion(migration, tables)
  const diagnoses = await diagnose(migration, tables)
  const planned = diagnoses.filter(({ by }) => by === "migrate").sort((a, b) => stage(a) - stage(b))
  const filled = planned.filter(({ fill }) => fill !== undefined)
  return {
    version,
    steps: [...planned.flatMap(additionsOf), ...filled.map((one) => fillingOf(one, migration))],
    refusals: diagnoses.filter(({ by, severity }) => by === "hand" && severity === "error").map(refusalOf),
    additions: planned.flatMap(({ statements }) => statements),
    fills: filled.map(({ spec, fill }) => ({ spec, column: fill as ColumnSpec })),
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
const stage = ({ code }: Diagnosis): number => stages.indexOf(code)

// A new table comes with its indexes.
const additionsOf = ({ statements, why, spec }: Diagnosis): PlannedStep[] =>
  statements.map((statement, nth) => {
    const columns = spec.indexes[nth - 1]
    return { statement, why: columns ? whyOf(spec, { code: "missing_index", columns }) : why }
  })

const fillingOf = ({ spec, fill, rows = 0 }: Diagnosis, migration: Migration): PlannedStep => ({
  statement: fillText(spec, fill as ColumnSpec, migration),
  why: `The default of ${fill?.field.model}.${fill?.field.name} is a function, so each row that is there is given a value of its own.`,
  rows,
})

const refusalOf = ({ code, spec, column, why, rows, statements }: Diagnosis): Refusal => ({
  code,
  model: spec.model.name,
  what: column === undefined ? spec.table : `${spec.table}.${column}`,
  why,
  ...(rows !== undefined && { rows }),
  ...(statements.length > 0 && { fix: statements }),
})
