import type { HasTables } from "../../../contract/adapter.ts"
import type { ModelName } from "../../../contract/models.ts"
import { hasForeignTables, type Schema } from "../../../contract/schema.ts"
import type { FindingCode } from "../../../sql/introspection/drift.ts"
import { type PlannedStep, planOrder } from "../../../sql/migration/plan-steps.ts"
import { toFacts } from "../../../sql/migration/problem-facts.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import type { ModelTable } from "../compile/tables.ts"
import { explainDrift } from "../introspection/explain-drift.ts"
import { backfillText } from "./backfill.ts"
import { findProblems } from "./find-problems.ts"
import type { Problem } from "./fix.ts"
import { type Migration, openMigration } from "./migration.ts"
import { type Records, readRecords, versionTable } from "./version-table.ts"

/** A reason for `migrate` to change nothing. */
export type Refusal = {
  readonly code: FindingCode
  readonly model: ModelName
  /** The table, and the column if it is about one. */
  readonly what: string
  readonly why: string
  /** How many rows block the migration. */
  readonly rows?: number
  /** The statements that fix it, in order, for you to review and run. */
  readonly fix?: readonly string[]
}

/** What `migrate` would do. If it contains a refusal, `migrate` changes nothing. */
export type Plan = {
  /** The number of the last migration that was applied; 0 before the first. */
  readonly version: number
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly Refusal[]
}

/** A plan with everything needed to carry it out. */
export type FullPlan = Plan & {
  readonly records: Records
  /** The statements that create the PostgreSQL schema, before the table of records. */
  readonly before: readonly string[]
  /** The other statements of the transaction. */
  readonly additions: readonly string[]
  readonly backfills: readonly { readonly spec: ModelTable; readonly column: ColumnSpec }[]
}

/**
 * Returns what `migrate` would do, and the reasons why it would refuse. Changes nothing.
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
export async function plan(adapter: HasTables): Promise<Plan> {
  const { version, steps, refusals } = await fullPlan(await openMigration(adapter, "plan"))
  return { version, steps, refusals }
}

export async function fullPlan(migration: Migration): Promise<FullPlan> {
  const { introspection, specs, ask, schema } = migration
  const { pgSchema } = schema
  const before = pgSchema === undefined ? [] : ((await introspection.createPgSchema?.(ask, pgSchema)) ?? [])
  const tables = await introspection.readTables(ask, [...specs.map(({ table }) => table), versionTable])
  const records = await readRecords(migration, tables)
  const problems = await findProblems(migration, { tables, records })
  const official = problems.filter(({ code }) => code === "official_tables")
  const wanted = official.length > 0 ? [] : problems
  const planned = planOrder(wanted)
  const backfilled = planned.filter(({ backfill }) => backfill !== undefined)
  return {
    version: records.version,
    records,
    before,
    steps: [
      ...before.map((statement) => ({ statement, why: `The schema ${pgSchema} does not exist.` })),
      ...planned.flatMap(toAdditionSteps),
      ...backfilled.map((problem) => toBackfillStep(problem, migration)),
    ],
    refusals: (official.length > 0 ? official : problems)
      .filter((problem) => isRefusal(problem, schema))
      .map(toRefusal),
    additions: planned.flatMap(({ statements }) => statements),
    backfills: backfilled.map(({ spec, backfill }) => ({ spec, column: backfill as ColumnSpec })),
  }
}

/**
 * A preset's tables work without what they lack, so that does not prevent adding the rest. Nor do emails that differ
 * only in case: `email: "legacy"` exists for them. The role that migrates is often not that of the application.
 */
const isRefusal = ({ by, severity, code }: Problem, schema: Schema): boolean =>
  by === "hand" &&
  severity === "error" &&
  code !== "missing_email_index" &&
  code !== "bypassed_policies" &&
  !(hasForeignTables(schema) && lacks.has(code))

const lacks: ReadonlySet<FindingCode> = new Set([
  "missing_key",
  "missing_foreign_key",
  "missing_cascade",
  "folding_collation",
  "foreign_keys_off",
  "short_column",
])

// The statements of a new table include its indexes.
const toAdditionSteps = ({ code, statements, why, spec }: Problem): PlannedStep[] =>
  statements.map((statement, index) => {
    const columns = code === "missing_table" ? spec.indexes[index - 1] : undefined
    return { statement, why: columns ? explainDrift(spec, { code: "missing_index", columns }) : why }
  })

const toBackfillStep = ({ spec, backfill, rows = 0 }: Problem, migration: Migration): PlannedStep => ({
  statement: backfillText(spec, backfill as ColumnSpec, migration),
  why: `The default of ${spec.model.name}.${backfill?.field.name} is a function, so each existing row gets its own value from it.`,
  rows,
})

const toRefusal = ({ code, spec, column, advice, ...problem }: Problem): Refusal => ({
  code,
  model: spec.model.name,
  what: column === undefined ? spec.title : `${spec.title}.${column}`,
  ...toFacts({ ...problem, why: `${problem.why} ${advice}`.trim() }),
})
