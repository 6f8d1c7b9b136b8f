import type { Row, Value } from "../../contract/rows.ts"
import type { Guard } from "../store.ts"

/**
 * Whether a stored row meets a guard. An engine without such a comparison makes its write conditional on the row that
 * was compared.
 *
 * @example
 * ```ts
 * import { isGuardMet } from "mortise/store"
 *
 * isGuardMet({ count: 2 }, { field: "count", is: "<=", value: 3 }) // true
 * ```
 */
export function isGuardMet(row: Readonly<Row>, guard: Guard): boolean {
  return isMetAlone(row, guard) && (!guard.and || isGuardMet(row, guard.and))
}

function isMetAlone(row: Readonly<Row>, { field, is, value }: Guard): boolean {
  const stored = row[field] ?? null
  if (stored === null || value === null) return is === "=" && stored === value
  if (is === "=") return stored instanceof Date ? toNumber(stored) === toNumber(value) : stored === value
  return is === "<=" ? toNumber(stored) <= toNumber(value) : toNumber(stored) > toNumber(value)
}

// Number alone converts a Date several times more slowly.
const toNumber = (value: Value): number => (value instanceof Date ? value.getTime() : Number(value))
