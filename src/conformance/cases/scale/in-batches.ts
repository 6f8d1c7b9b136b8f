import type { CaseContext } from "../../case.ts"

// Few enough calls in flight for a small connection pool.
const batchSize = 20

/** Makes a call for each value, some at a time, and returns the results in order. */
export async function inBatches<T, R>(values: readonly T[], call: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < values.length; start += batchSize)
    results.push(...(await Promise.all(values.slice(start, start + batchSize).map(call))))
  return results
}

/** More rows than a page, a batch or an IN list usually holds: a hundred, and at full effort a thousand. */
export const manyRows = ({ effort }: CaseContext): number => (effort === "full" ? 1_050 : 104)

/** About `count` values that are spread evenly over the list, with the first and the last one. */
export function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.ceil(list.length / count)
  return list.filter((_, nth) => nth % step === 0 || nth === list.length - 1)
}
