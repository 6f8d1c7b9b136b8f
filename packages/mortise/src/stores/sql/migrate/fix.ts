import type { Drift } from "../../../sql/introspection/drift.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import {
  canBackfill,
  constantDefault,
  createLowerIndex,
  createTableTexts,
} from "../../../sql/tables/create-table.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import type { ModelComparison } from "../compile/tables.ts"
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
  { spec, existing, drifts }: ModelComparison,
  drift: Drift,
  tables: readonly FoundTable[],
): Fix {
  const { dialect, introspection } = migration
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
      if (canBackfill(column)) return { ...createFix(addColumn(spec, column, migration)), backfill: column }
      const isAdded =
        !column.notNull || constantDefault(column) !== undefined || introspection.canAdd.required
      return isAdded ? createFix(addColumn(spec, column, migration)) : byHand()
    }
    case "missing_key":
    case "missing_index":
      return createFix(addIndex(spec, existing, drift.columns, drift.code === "missing_key", migration))
    case "missing_email_index":
      return createFix(createLowerIndex(spec, drift.lowerColumn, dialect, listIndexNames(existing)))
    case "missing_foreign_key":
      if (!isReferable(introspection, existing, drift.foreignKey, tables)) return forPerson
      return introspection.canAdd.foreignKey
        ? createFix(addForeignKey(spec, existing, drift.foreignKey, migration))
        : byHand()
    case "unfilled_rows":
      return { ...createFix(), backfill: drift.column }
    default:
      return byHand()
  }
}

const listIndexNames = ({ indexes }: FoundTable): string[] => indexes.map(({ name }) => name)
const createFix = (...statements: string[]): Fix => ({ by: "migrate", statements })
const forPerson: Fix = { by: "hand", statements: [] }
