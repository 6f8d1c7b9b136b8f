/** The rows of a catalog query, as arrays. */
export type Rows = readonly (readonly unknown[])[]

/** Groups rows by their first value, in order of appearance, and removes that value from them. */
export function groupRows(rows: Rows): [name: string, rest: Rows][] {
  const groups = new Map<string, (readonly unknown[])[]>()
  for (const [first, ...rest] of rows) {
    const group = groups.get(String(first)) ?? []
    groups.set(String(first), group)
    group.push(rest)
  }
  return [...groups]
}

/** The group of rows that start with a name. */
export const groupNamed = (rows: Rows, name: string): Rows =>
  groupRows(rows).find(([first]) => first === name)?.[1] ?? []

/** The columns of a `SELECT`, each with a unique name: clients that return rows as objects drop duplicates. */
export const numberedColumns = (...columns: readonly string[]): string =>
  columns.map((column, index) => `${column} AS c${index}`).join(", ")
