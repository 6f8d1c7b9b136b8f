import type { MortiseError } from "../../../contract/errors.ts"
import { type Awaitable, after } from "../../../shared/awaitable.ts"
import type { Driver } from "../driver.ts"

const retryForMs = 5_000
const [shortestPauseMs, longestPauseMs] = [2, 100]

/**
 * Runs one whole unit of work, goes on with what it gives, and turns what it throws into our errors. A `transient`
 * one was not applied, so the unit is run again, after pauses that grow and differ between callers, for a bounded time. Not so inside
 * a transaction of the caller's: there it could never succeed, and would only keep the transaction open.
 */
export function withRetry<T, R>(
  work: () => Awaitable<T>,
  next: (result: T) => Awaitable<R>,
  translate: (error: unknown) => MortiseError,
  on?: Pick<Driver, "isJoined">,
): Awaitable<R> {
  const failed = (error: unknown) => after(retryIfTransient(work, translate, error, on), next)
  let result: Awaitable<T>
  try {
    result = work()
  } catch (error) {
    return failed(error)
  }
  return result instanceof Promise ? result.then(next, failed) : next(result)
}

function retryIfTransient<T>(
  work: () => Awaitable<T>,
  translate: (error: unknown) => MortiseError,
  error: unknown,
  on?: Pick<Driver, "isJoined">,
): Awaitable<T> {
  const first = translate(error)
  if (first.code !== "transient" || on?.isJoined?.()) throw first
  return retryUntilDeadline(work, translate, first)
}

async function retryUntilDeadline<T>(
  work: () => Awaitable<T>,
  translate: (error: unknown) => MortiseError,
  first: MortiseError,
): Promise<T> {
  const deadline = Date.now() + retryForMs
  let last = first
  for (
    let pause = shortestPauseMs;
    last.code === "transient" && Date.now() < deadline;
    pause = Math.min(pause * 2, longestPauseMs)
  ) {
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)))
    try {
      return await work()
    } catch (error) {
      last = translate(error)
    }
  }
  throw last
}
