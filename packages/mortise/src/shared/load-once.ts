import { isWorker } from "./runtime.ts"

/** Loads the value of a key, or returns the one that is known. */
export type LoadOnce<T> = (key: string, load: () => Promise<T>) => Promise<T>

type Outcome<T> = { readonly value: T } | { readonly error: unknown }
type Times = { readonly now: () => number; readonly keepMs: number; readonly keepFailureMs: number }

/**
 * Loads each value once, and keeps it for a time. Concurrent callers wait for the same load, and a failure is kept, too:
 * otherwise each request of a stranger would cause another one to a server that does not respond.
 */
export function createLoadOnce<T>({ now, keepMs, keepFailureMs }: Times): LoadOnce<T> {
  const outcomes = new Map<string, Outcome<T> & { readonly until: number }>()
  const pending = new Map<string, Promise<T>>()

  const run = async (key: string, load: () => Promise<T>): Promise<T> => {
    try {
      const value = await load()
      outcomes.set(key, { value, until: now() + keepMs })
      return value
    } catch (error) {
      outcomes.set(key, { error, until: now() + keepFailureMs })
      throw error
    } finally {
      pending.delete(key)
    }
  }

  return async (key, load) => {
    const outcome = outcomes.get(key)
    if (outcome && now() < outcome.until) {
      if ("error" in outcome) throw outcome.error
      return outcome.value
    }
    const loading = pending.get(key) ?? run(key, load)
    // A worker cannot wait for another request.
    if (!isWorker) pending.set(key, loading)
    return loading
  }
}
