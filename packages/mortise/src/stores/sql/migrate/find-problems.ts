import type { ModelName } from "../../../contract/models.ts"
import { hasForeignTables, type Schema } from "../../../contract/schema.ts"
import type { Severity } from "../../../contract/server-finding.ts"
import { countEmpty, countRows } from "../../../sql/introspection/count-rows.ts"
import type { Drift, FindingCode } from "../../../sql/introspection/drift.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { toPlace } from "../../../sql/migration/problem-facts.ts"
import { findColumn } from "../compile/columns.ts"
import type { ModelComparison, ModelTable } from "../compile/tables.ts"
import { compareModel } from "../introspection/compare-model.ts"
import { explainDrift } from "../introspection/explain-drift.ts"
import { countBlockingRows } from "./blocking-rows.ts"
import { emailProblems } from "./email-problems.ts"
import { explainBlockingRows, explainFix } from "./explain-fix.ts"
import { fixFor, type Problem } from "./fix.ts"
import type { Migration } from "./migration.ts"
import { withOfficialTables } from "./official-tables.ts"
import { type Records, versionTable } from "./version-table.ts"

/** What was read before problems are searched, and how far they are searched. */
export type Search = {
  readonly tables: readonly FoundTable[]
  readonly records: Records
  /** Whether emails are read; default: if a constraint needs it. */
  readonly emails?: boolean | undefined
}

/**
 * The ORM whose migrations create the tables: it describes them, or its official adapter does, or they exist without a
 * migration of Mortise.
 */
export const findOrm = (
  { orm, schema }: Migration,
  { tables, records }: Pick<Search, "tables" | "records">,
): string | undefined =>
  hasForeignTables(schema) || (!records.hasTable && tables.length > 0) ? orm : undefined

/** Finds everything in which the database differs from what the adapter needs. */
export async function findProblems(
  migration: Migration,
  { tables, records, emails }: Search,
): Promise<Problem[]> {
  const { introspection, specs } = migration
  const orm = findOrm(migration, { tables, records })
  const problems = await settingProblems(migration)
  for (const spec of specs) {
    const comparison = compareModel(spec, tables, introspection)
    const blocked = new Map<Drift, number>()
    for (const drift of comparison.drifts) {
      const rows = await countBlockingRows(migration, comparison, drift, tables)
      if (rows > 0) blocked.set(drift, rows)
    }
    problems.push(...(await tableProblems({ ...migration, orm }, comparison, blocked, tables)))
  }
  problems.push(...((await migration.wall?.findProblems(migration)) ?? []))
  if (emails ?? mustReadEmails(migration, problems, records))
    problems.push(...(await emailProblems(migration, tables)))
  if (isInterrupted(migration, problems, records))
    problems.push(...specs.slice(0, 1).map(toUnrecordedProblem))
  return withOfficialTables(migration, { tables, records }, problems)
}

/**
 * Emails are all in the needed form if the last migration checked them, because the adapter stores no others. They are
 * read before that, and before a unique key on them is added. An ORM has no record; its own migrations add its keys.
 */
const mustReadEmails = (
  { schema }: Migration,
  problems: readonly Problem[],
  { hasCheckedEmails }: Records,
): boolean =>
  problems.some(({ code, column }) => code === "missing_email_index" || isEmailKey(schema, code, column)) ||
  (!schema.managed && !hasCheckedEmails)

const isEmailKey = ({ models }: Schema, code: FindingCode, column: string | undefined): boolean =>
  code === "missing_key" && column === findColumn(models.user, "email").column

/**
 * Whether nothing is missing but the record, on an engine where a migration can be killed before its record. Tables that
 * were created by hand, or by an ORM, have no table of records.
 */
const isInterrupted = (
  { schema, introspection }: Migration,
  problems: readonly Problem[],
  { hasTable, isRecorded }: Records,
): boolean =>
  introspection.commitsEach === true &&
  !schema.managed &&
  hasTable &&
  !isRecorded &&
  problems.every(({ severity, by }) => severity === "warning" && by === "hand")

const toUnrecordedProblem = (spec: ModelTable): Problem => ({
  code: "unrecorded_migration",
  spec: { ...spec, table: versionTable },
  severity: "warning",
  why: "The tables are complete, but their migration is not recorded: it was interrupted, or a part was done by hand.",
  advice: "Fix: run migrate, which records it.",
  by: "migrate",
  statements: [],
})

async function tableProblems(
  migration: Migration,
  { spec, existing, drifts }: ModelComparison,
  blocked: ReadonlyMap<Drift, number>,
  tables: readonly FoundTable[],
): Promise<Problem[]> {
  const free = { spec, existing, drifts: drifts.filter((drift) => !blocked.has(drift)) }
  const problems: Problem[] = []
  for (const drift of drifts) {
    const facts = toProblemFacts(spec, drift, migration.schema)
    const blockingRows = blocked.get(drift)
    if (blockingRows !== undefined) {
      const advice = explainBlockingRows(drift, blockingRows)
      problems.push({ ...facts, advice, rows: blockingRows, by: "hand", statements: [] })
      continue
    }
    const fix = fixFor(migration, free, drift, tables)
    const advice = explainFix(spec, drift, fix, migration.orm)
    if (!fix.backfill) {
      problems.push({ ...facts, ...fix, advice })
      continue
    }
    const hasColumn = drift.code === "unfilled_rows"
    const rows = await (hasColumn
      ? countEmpty(spec, fix.backfill.column, migration)
      : countRows(spec, migration))
    if (rows > 0 || !hasColumn) problems.push({ ...facts, ...fix, advice, rows })
  }
  return problems
}

const toProblemFacts = (
  spec: ModelTable,
  drift: Drift,
  schema: Schema,
): Pick<Problem, "code" | "spec" | "column" | "columns" | "severity" | "why"> => ({
  ...toPlace(drift),
  code: drift.code,
  spec,
  severity: pickSeverity(spec, drift, schema),
  why: explainDrift(spec, drift),
})

function pickSeverity({ model }: ModelTable, drift: Drift, schema: Schema): Severity {
  if ("fault" in drift) return drift.fault.severity
  // None of the nineteen operations uses slots. An application does without the models that its ORM lacks.
  const unused: readonly ModelName[] = schema.managed?.missing ?? ["slot"]
  const isUnusedTable = drift.code === "missing_table" && unused.includes(model.name)
  // On such tables, the adapter deletes the rows of a user before the user.
  const isReplaced = drift.code === "missing_cascade" && hasForeignTables(schema)
  return isUnusedTable || isReplaced || warningCodes.has(drift.code) ? "warning" : "error"
}

// The adapter works correctly despite these: it is slower, or another program can store incomplete rows.
const warningCodes: ReadonlySet<FindingCode> = new Set(["missing_index", "nullable_column", "unfilled_rows"])

// Problems of the whole database are reported on the users table.
async function settingProblems({ introspection, specs, ask }: Migration): Promise<Problem[]> {
  const faults = await introspection.checkSettings(ask)
  return specs.slice(0, 1).flatMap((spec) =>
    faults.map(({ code, severity, why, fix = [] }) => ({
      code,
      spec,
      severity,
      why,
      by: "hand" as const,
      statements: fix,
      advice: "Fix: run the statements in fix, in order.",
    })),
  )
}
