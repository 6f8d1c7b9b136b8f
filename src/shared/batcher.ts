/**
 * Batches lookups under load. While fewer than `maxInFlight` requests are in flight, a call is sent immediately, so a
 * single caller never waits. Further calls wait until a request returns; then they are sent together as one request
 * that contains each value once. A call never joins a request that was sent before the call was made, so it cannot
 * return a row that was revoked before the call.
 */
import type { Awaitable } from "./awaitable.ts"

/** Looks up one value, alone or as part of a batch. */
export type Batcher<T> = (value: string) => Awaitable<T>

/** The answer of a batch for one of its values; called once per caller, so that no two callers share an object. */
type AnswerFor<T> = (value: string) => Awaitable<T>

export type BatcherOptions<T> = {
  one(value: string): Awaitable<T>
  many(values: readonly string[]): Awaitable<AnswerFor<T>>
  /** Maximum number of values in one request: every caller waits for the whole batch. */
  readonly most: number
  /** Delays a request by one microtask, so that calls made together share it. Use it where requests are expensive. */
  readonly collects?: boolean
  /** Called when nothing is in flight and nothing waits. */
  readonly onIdle?: () => void
}

type Waiter<T> = { resolve(answer: AnswerFor<T>): void; reject(error: unknown): void }

const maxInFlight = 2
// A request that takes longer no longer counts as in flight: its connection may be dead while others work.
const patienceMs = 1_000

export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { one, many, most, collects = false, onIdle } = options
  const waiting = new Map<string, Waiter<T>[]>()
  let inFlight = 0
  let generation = 0
  let isScheduled = false
  let patienceTimer: ReturnType<typeof setTimeout> | undefined

  const track = async <R>(request: () => Awaitable<R>): Promise<R> => {
    const started = generation
    inFlight++
    try {
      return await request()
    } finally {
      if (started === generation) inFlight--
      sendWaiting()
      if (inFlight === 0 && waiting.size === 0) onIdle?.()
    }
  }

  const sendWaiting = (): void => {
    if (waiting.size === 0 || isScheduled) return
    if (inFlight >= maxInFlight) patienceTimer ??= setTimeout(stopCounting, patienceMs)
    else if (collects) {
      isScheduled = true
      queueMicrotask(sendBatch)
    } else sendBatch()
  }

  const stopCounting = (): void => {
    patienceTimer = undefined
    generation++
    inFlight = 0
    sendWaiting()
  }

  const sendBatch = (): void => {
    isScheduled = false
    clearTimeout(patienceTimer)
    patienceTimer = undefined
    const batch = [...waiting].slice(0, most)
    for (const [value] of batch) waiting.delete(value)
    const [first] = batch
    if (!first) return
    const [value, waiters] = first
    const isLone = batch.length === 1 && waiters.length === 1
    const answers = track(async (): Promise<AnswerFor<T>> => {
      if (!isLone) return many(batch.map(([each]) => each))
      const answer = await one(value)
      return () => answer
    })
    answers.then(
      (answer) => forEachWaiter(batch, ({ resolve }) => resolve(answer)),
      (error) => forEachWaiter(batch, ({ reject }) => reject(error)),
    )
    sendWaiting()
  }

  const wait = async (value: string): Promise<T> => {
    const answerFor = await new Promise<AnswerFor<T>>((resolve, reject) => {
      const waiters = waiting.get(value)
      if (waiters) waiters.push({ resolve, reject })
      else waiting.set(value, [{ resolve, reject }])
      sendWaiting()
    })
    return answerFor(value)
  }

  return (value) => (collects || inFlight >= maxInFlight ? wait(value) : track(() => one(value)))
}

function forEachWaiter<T>(
  batch: readonly [string, readonly Waiter<T>[]][],
  act: (waiter: Waiter<T>) => void,
): void {
  for (const [, waiters] of batch) for (const waiter of waiters) act(waiter)
}
