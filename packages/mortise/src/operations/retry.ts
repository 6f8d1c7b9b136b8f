/**
 * Retries a whole unit of work, a statement or a transaction, while its error is `transient`, which means that nothing
 * was applied. Pauses double from 2 ms up to 100 ms and are randomized, so that competing callers do not collide again.
 * After the limit, or a minute for a migration, the last error is thrown. Inside a transaction that the caller opened,
 * nothing is retried: it could not succeed there and would only hold the transaction open.
 */
import type { MortiseError } from "../contract/errors.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"

/** How long a transient error is retried. It can be changed, so that tests of outages need not wait for it. */
export const retryLimit = { milliseconds: 5_000 }

const [shortestPauseMs, longestPauseMs] = [2, 100]

/** How `withRetry` retries. */
export type RetryOptions = {
  /** Whether the work runs inside the caller's transaction. */
  readonly isJoined?: () => boolean
  /** How long the work is retried. Default: 5 seconds. */
  readonly retryMs?: number
}

/**
 * Runs a unit of work with retries, passes its result to `next`, and throws a `MortiseError` when it fails for good.
 * `translate` classifies errors: it is retried only while they are `transient`.
 *
 * @example
 * ```ts
 * import { MortiseError } from "mortise"
 * import { withRetry } from "mortise/store"
 *
 * const translate = () => new MortiseError("transient", "The engine was busy and changed nothing: try again.")
 * const id = await withRetry(async () => ({ id: "1" }), ({ id }) => id, translate)
 * console.log(id)
 * ```
 */
export function withRetry<T, R>(
  work: () => Awaitable<T>,
  next: (result: T) => Awaitable<R>,
  translate: (error: unknown) => MortiseError,
  options: RetryOptions = {},
): Awaitable<R> {
  const handleFailure = (error: unknown) => andThen(retryIfTransient(work, translate, error, options), next)
  let result: Awaitable<T>
  try {
    result = work()
  } catch (error) {
    return handleFailure(error)
  }
  return result instanceof Promise ? result.then(next, handleFailure) : next(result)
}

/** Retries after a failure whose error is `transient`, and throws every other error. */
export function retryIfTransient<T>(
  work: () => Awaitable<T>,
  translate: (error: unknown) => MortiseError,
  error: unknown,
  options: RetryOptions,
): Awaitable<T> {
  const first = translate(error)
  if (first.code !== "transient" || options.isJoined?.()) throw first
  return retryUntilDeadline(work, translate, first, options.retryMs)
}

async function retryUntilDeadline<T>(
  work: () => Awaitable<T>,
  translate: (error: unknown) => MortiseError,
  first: MortiseError,
  retryMs = retryLimit.milliseconds,
): Promise<T> {
  const deadline = Date.now() + retryMs
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
