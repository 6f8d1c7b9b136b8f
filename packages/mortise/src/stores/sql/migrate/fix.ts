import type { Severity } from "../../../contract/server-finding.ts"
import type { Drift, FindingCode } from "../../../sql/introspection/drift.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import type { Introspection } from "../../../sql/introspection/introspection.ts"
import { findFoundColumn, fitType } from "../../../sql/introspection/referenced-column.ts"
import type { ProblemPlace } from "../../../sql/migration/problem-facts.ts"
import {
  canBackfill,
  columnDefinition,
  constantDefault,
  createIndex,
  createLowerIndex,
  createTableTexts,
  foreignKeyText,
} from "../../../sql/tables/create-table.ts"
import type { ColumnSpec, ForeignKey } from "../../../sql/tables/table-spec.ts"
import type { ModelComparison, ModelTable } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

/** How a difference is fixed. */
export type Fix = {
  /** `migrate` only adds; a change that could lose data is left to a person. */
  readonly by: "migrate" | "hand"
  readonly statements: readonly string[]
  /** A column whose empty rows get the default of its field afterwards. */
  readonly backfill?: ColumnSpec
}

/** The fix of a difference that no row blocks; `drifts` are all such differences of the table. */
export function fixFor(
  migration: Migration,
  { spec, existing, drifts }: ModelComparison,
  drift: Drift,
  tables: readonly FoundTable[],
): Fix {
  const { dialect, introspection } = migration
  const alter = (addition: string): Fix =>
    createFix(`ALTER TABLE ${dialect.quoteTable(spec.table)} ADD ${addition}`)
  const addColumn = (column: ColumnSpec): Fix =>
    alter(`COLUMN ${columnDefinition(column, dialect, introspection.literal)}`)
  if (!existing) {
    const fitting = fitReferences(migration, spec, tables)
    return fitting ? createFix(...createTableTexts(fitting, dialect, introspection.literal)) : forPerson
  }
  const byHand = (): Fix => ({
    by: "hand",
    statements: introspection.repair({ dialect, spec, existing, drift, drifts }),
  })
  switch (drift.code) {
    case "missing_column": {
      const { column } = drift
      if (canBackfill(column)) return { ...addColumn(column), backfill: column }
      const isAdded =
        !column.notNull || constantDefault(column) !== undefined || introspection.canAdd.required
      return isAdded ? addColumn(column) : byHand()
    }
    case "missing_key":
    case "missing_index": {
      const options = { isUnique: drift.code === "missing_key", taken: listNames(existing.indexes) }
      return createFix(createIndex(spec, drift.columns, dialect, options))
    }
    case "missing_email_index":
      return createFix(createLowerIndex(spec, drift.lowerColumn, dialect, listNames(existing.indexes)))
    case "missing_foreign_key":
      if (!isReferable(introspection, existing, drift.foreignKey, tables)) return forPerson
      return introspection.canAdd.foreignKey
        ? alter(foreignKeyText(spec.table, drift.foreignKey, dialect, listNames(existing.foreignKeys)))
        : byHand()
    case "unfilled_rows":
      return { ...createFix(), backfill: drift.column }
    default:
      return byHand()
  }
}

const listNames = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name)
const createFix = (...statements: string[]): Fix => ({ by: "migrate", statements })
const forPerson: Fix = { by: "hand", statements: [] }

/** Whether the types of two existing columns allow a foreign key. */
function isReferable(
  introspection: Introspection,
  existing: FoundTable,
  { column, table, references }: ForeignKey,
  tables: readonly FoundTable[],
): boolean {
  const ownColumn = findFoundColumn(introspection, [existing], existing.table, column)
  const referenced = findFoundColumn(introspection, tables, table, references)
  return !ownColumn || !referenced || introspection.canReference(ownColumn, referenced)
}

/**
 * A new table whose foreign keys fit the existing users table: if the id there has another acceptable type, the new
 * column gets that type. Undefined if the type of the id must be fixed first.
 */
function fitReferences(
  { introspection, specs }: Migration,
  spec: ModelTable,
  tables: readonly FoundTable[],
): ModelTable | undefined {
  let fitting = spec
  for (const { column, table, references } of spec.foreignKeys) {
    const referenced = findFoundColumn(introspection, tables, table, references)
    const needed = specs
      .find((candidate) => candidate.table === table)
      ?.columns.find((candidate) => candidate.column === references)
    if (!referenced || !needed) continue
    if (introspection.checkColumn(needed, referenced).some(({ code }) => code === "wrong_type"))
      return undefined
    fitting = {
      ...fitting,
      columns: fitting.columns.map((columnSpec) =>
        columnSpec.column === column
          ? { ...columnSpec, type: fitType(introspection, columnSpec.type, referenced) }
          : columnSpec,
      ),
    }
  }
  return fitting
}

/** One difference between the database and what the adapter needs, with its effect and its fix. */
export type Problem = Fix &
  ProblemPlace & {
    readonly code: FindingCode
    readonly spec: ModelTable
    readonly severity: Severity
    readonly why: string
    /** What to do about it, as a sentence. */
    readonly advice: string
    /** How many rows block the fix, or need a value. */
    readonly rows?: number
  }
