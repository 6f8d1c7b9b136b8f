import type { TableDrift } from "../introspection/drift.ts"
import type { NeededColumn, NeededReference } from "../tables/table-spec.ts"

/** Where a problem is: in a column, or in the columns of a key or an index that has several. */
export type ProblemPlace = { readonly column?: string; readonly columns?: readonly string[] }

/** A difference of a table, also in an index on a lowercase text. */
type AnyDrift = TableDrift<NeededColumn, NeededReference> | { readonly lowerColumn: string }

export function toPlace(drift: AnyDrift): ProblemPlace {
  if ("column" in drift) return { column: drift.column.column }
  if ("lowerColumn" in drift) return { column: drift.lowerColumn }
  if ("foreignKey" in drift) return { column: drift.foreignKey.column }
  if ("existing" in drift) return { column: drift.existing.name }
  if (!("columns" in drift)) return {}
  const [first = "", ...more] = drift.columns
  return more.length > 0 ? { columns: drift.columns } : { column: first }
}

type Facts = {
  readonly why: string
  readonly rows?: number
  readonly statements: readonly string[]
}

/** What plans and inspections both say about a problem. */
export const toFacts = ({ why, rows, statements }: Facts) => ({
  why,
  ...(rows !== undefined && { rows }),
  ...(statements.length > 0 && { fix: statements }),
})
