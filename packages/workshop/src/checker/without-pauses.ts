/** Longer than a retry or a caller that waits for another pauses, and shorter than any time limit. */
const longestPauseMs = 100

/**
 * Runs work during which short timers fire at once. A retry sends its step again, and the gate decides when it runs: the
 * time that passes before it has no meaning.
 */
export async function withoutPauses<T>(work: () => Promise<T>): Promise<T> {
  const { setTimeout: setRealTimeout } = globalThis
  const setTimeoutNow = (callback: () => void, delay = 0, ...rest: unknown[]) =>
    delay <= longestPauseMs
      ? setImmediate(callback, ...(rest as []))
      : setRealTimeout(callback, delay, ...(rest as []))
  globalThis.setTimeout = Object.assign(setTimeoutNow, setRealTimeout) as unknown as typeof setTimeout
  try {
    return await work()
  } finally {
    globalThis.setTimeout = setRealTimeout
  }
}
