// The connection does not have the statement, has it already, or has it for other columns: it was not run.
const notPrepared = new Set(["26000", "42P05", "0A000"])

/**
 * Uses prepared statements until the connection turns out not to keep them, as behind a pooler that gives each
 * transaction another connection. From then on, statements are not prepared.
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
