export type Rows = readonly (readonly unknown[])[]

/** Rows by their first value, in the order in which it first comes; the rows are left with what follows it. */
export function groupRows(rows: Rows): [name: string, rest: Rows][] {
  const groups = new Map<string, (readonly unknown[])[]>()
  for (const [first, ...rest] of rows) {
    const group = groups.get(String(first)) ?? []
    groups.set(String(first), group)
    group.push(rest)
  }
  return [...groups]
}

/** The rows that begin with a name. */
export const groupNamed = (rows: Rows, name: string): Rows =>
  groupRows(rows).find(([first]) => first === name)?.[1] ?? []
