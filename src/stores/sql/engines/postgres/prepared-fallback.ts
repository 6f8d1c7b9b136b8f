// The connection does not know the statement, or knows it already, or knows it for other columns: it was not run.
const notPrepared = new Set(["26000", "42P05", "0A000"])

/**
 * Runs work with prepared statements until it turns out that they are not kept, as behind a pooler that gives each
 * transaction another connection; from then on without.
 */
export function preparedFallback(
  prepare: boolean,
): <T>(work: (isPrepared: boolean) => Promise<T>) => Promise<T> {
  let isPrepared = prepare
  return (work) => {
    if (!isPrepared) return work(false)
    return work(true).catch((error: { code?: string }) => {
      if (!notPrepared.has(error?.code ?? "")) throw error
      isPrepared = false
      return work(false)
    })
  }
}
