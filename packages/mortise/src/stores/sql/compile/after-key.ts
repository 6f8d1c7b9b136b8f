import type { Dialect } from "../../../sql/dialect.ts"

/**
 * A condition that holds for the rows after a key of one or two columns, in the key's order. An engine reads them as a
 * range of the key's index. It binds the values of `afterKeyValues`.
 */
export function afterKey(
  { comparesPairs }: Dialect,
  [first = "", second]: readonly string[],
  next: () => string,
): string {
  if (second === undefined) return `${first} > ${next()}`
  if (comparesPairs) return `(${first}, ${second}) > (${next()}, ${next()})`
  return `(${first} > ${next()} OR (${first} = ${next()} AND ${second} > ${next()}))`
}

/** The values of a key in the order in which `afterKey` binds them. */
export const afterKeyValues = <V>({ comparesPairs }: Dialect, key: readonly V[]): readonly V[] =>
  key.length > 1 && !comparesPairs ? [...key.slice(0, 1), ...key] : key
