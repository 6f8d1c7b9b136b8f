import { createTableTexts } from "../compile/create-table.ts"
import type { ColumnSpec } from "../compile/tables.ts"
import { addColumn, addForeignKey, addIndex } from "./additions.ts"
import { canBeFilled, constantDefault } from "./column-default.ts"
import type { Compared, Drift } from "./drift.ts"
import type { Migration } from "./migration-of.ts"

/** What is to be done about a difference. */
export type Remedy = {
  /** Adding is for `migrate` to do; what changes or could lose something is left to a person's hand. */
  readonly by: "migrate" | "hand"
  readonly statements: readonly string[]
  /** A column whose empty rows then get the default of its field. */
  readonly fill?: ColumnSpec
}

/** The remedy of a difference that no row stands in the way of; `drifts` are all such ones of the table. */
export function remedyOf(migration: Migration, { spec, found, drifts }: Compared, drift: Drift): Remedy {
  const { dialect, introspection } = migration
  if (!found) return adding(...createTableTexts(spec, dialect))
  const byHand = (): Remedy => ({
    by: "hand",
    statements: introspection.repair({ spec, found, drift, drifts }),
  })
  switch (drift.code) {
    case "missing_column": {
      const { column } = drift
      if (canBeFilled(column)) return { ...adding(addColumn(spec, column, migration)), fill: column }
      const isAdded = !column.notNull || constantDefault(column) !== undefined || introspection.adds.required
      return isAdded ? adding(addColumn(spec, column, migration)) : byHand()
    }
    case "missing_key":
    case "missing_index":
      return adding(addIndex(spec, found, drift.columns, drift.code === "missing_key", migration))
    case "missing_foreign_key":
      return introspection.adds.foreignKey
        ? adding(addForeignKey(spec, found, drift.foreignKey, migration))
        : byHand()
    case "unfilled_rows":
      return { ...adding(), fill: drift.column }
    default:
      return byHand()
  }
}

const adding = (...statements: string[]): Remedy => ({ by: "migrate", statements })
