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

/**
 * Every tenth value, and the last one. A page, a batch or a cache that ends early leaves out the rows at an end, or many
 * rows in a row, so that these are enough for most checks.
 */
export const everyTenth = <T>(list: readonly T[]): T[] =>
  list.filter((_, index) => index % 10 === 0 || index === list.length - 1)

/** All values at full effort, and every tenth at quick effort. */
export const pickMost = <T>({ effort }: CaseContext, list: readonly T[]): readonly T[] =>
  effort === "full" ? list : everyTenth(list)
