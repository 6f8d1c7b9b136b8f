import type { MortiseError } from "../../../contract/errors.ts"
import { type Awaitable, after } from "../../../shared/awaitable.ts"
import type { Driver } from "../driver.ts"

const longest = 5_000
const [shortestPause, longestPause] = [2, 100]

/**
 * Runs one whole unit of work, goes on with what it gives, and turns what it throws into our errors. A `transient`
 * one was not applied, so the unit is run again, after pauses that grow and differ between callers, for a bounded time. Not so inside
 * a transaction of the caller's: there it could never succeed, and would only keep the transaction open.
 */
export function attempt<T, R>(
  work: () => Awaitable<T>,
  next: (result: T) => Awaitable<R>,
  translate: (error: unknown) => MortiseError,
  on?: Pick<Driver, "isJoined">,
): Awaitable<R> {
  const failed = (error: unknown) => after(again(work, translate, error, on), next)
  let result: Awaitable<T>
  try {
    result = work()
  } catch (error) {
    return failed(error)
  }
  return result instanceof Promise ? result.then(next, failed) : next(result)
}

/** What follows a failure: the unit is run again if the error is `transient`, else the error is thrown. */
export function again<T>(
  work: () => Awaitable<T>,
  translate: (error: unknown) => MortiseError,
  error: unknown,
  on?: Pick<Driver, "isJoined">,
): Awaitable<T> {
  const first = translate(error)
  if (first.code !== "transient" || on?.isJoined?.()) throw first
  return persist(work, translate, first)
}

async function persist<T>(
  work: () => Awaitable<T>,
  translate: (error: unknown) => MortiseError,
  first: MortiseError,
): Promise<T> {
  const deadline = Date.now() + longest
  let last = first
  for (
    let pause = shortestPause;
    last.code === "transient" && Date.now() < deadline;
    pause = Math.min(pause * 2, longestPause)
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
