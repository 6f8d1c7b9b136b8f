import { canBackfill, constantDefault, createLowerIndex, createTableTexts } from "../compile/create-table.ts"
import type { ColumnSpec } from "../compile/tables.ts"
import type { Drift, TableComparison } from "../introspection/drift.ts"
import type { FoundTable } from "../introspection/found-table.ts"
import { addColumn, addForeignKey, addIndex } from "./add-statements.ts"
import type { Migration } from "./migration.ts"
import { fitReferences, isReferable } from "./references.ts"

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
  { spec, found, drifts }: TableComparison,
  drift: Drift,
  tables: readonly FoundTable[],
): Fix {
  const { dialect, introspection } = migration
  if (!found) {
    const fitting = fitReferences(migration, spec, tables)
    return fitting ? adding(...createTableTexts(fitting, dialect, introspection.literal)) : forPerson
  }
  const byHand = (): Fix => ({
    by: "hand",
    statements: introspection.repair({ dialect, spec, found, drift, drifts }),
  })
  switch (drift.code) {
    case "missing_column": {
      const { column } = drift
      if (canBackfill(column)) return { ...adding(addColumn(spec, column, migration)), backfill: column }
      const isAdded =
        !column.notNull || constantDefault(column) !== undefined || introspection.canAdd.required
      return isAdded ? adding(addColumn(spec, column, migration)) : byHand()
    }
    case "missing_key":
    case "missing_index":
      return adding(addIndex(spec, found, drift.columns, drift.code === "missing_key", migration))
    case "missing_email_index":
      return adding(createLowerIndex(spec, drift.lowerColumn, dialect, namesOf(found)))
    case "missing_foreign_key":
      if (!isReferable(introspection, found, drift.foreignKey, tables)) return forPerson
      return introspection.canAdd.foreignKey
        ? adding(addForeignKey(spec, found, drift.foreignKey, migration))
        : byHand()
    case "unfilled_rows":
      return { ...adding(), backfill: drift.column }
    default:
      return byHand()
  }
}

const namesOf = ({ indexes }: FoundTable): string[] => indexes.map(({ name }) => name)
const adding = (...statements: string[]): Fix => ({ by: "migrate", statements })
const forPerson: Fix = { by: "hand", statements: [] }
