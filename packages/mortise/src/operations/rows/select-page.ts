import type { Key, Row } from "../../contract/rows.ts"
import type { StorePage } from "../store.ts"

/**
 * The page of an `upkeep.page` among all rows of a model: for stores that read them anyway, because they are small.
 *
 * @example
 * ```ts
 * import { selectPage } from "mortise/store"
 *
 * const users = [{ id: "b" }, { id: "a" }]
 * selectPage(users, { by: ["id"], limit: 1 }) // [{ id: "a" }]
 * ```
 */
export function selectPage<R extends Readonly<Row>>(
  rows: Iterable<R>,
  { by, after, limit, prefix }: StorePage,
): R[] {
  return [...rows]
    .filter((row) => by.every((part) => row[part] !== null))
    .filter((row) => prefix === undefined || String(row[by[0] as string]).startsWith(prefix))
    .filter((row) => after === undefined || compareKeys(row, after, by) > 0)
    .sort((a, b) => compareKeys(a, b, by))
    .slice(0, limit)
}

function compareKeys(a: Readonly<Row>, b: Readonly<Row> | Key, by: readonly string[]): number {
  for (const part of by) {
    const [left, right] = [a[part] as string, b[part] as string]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
