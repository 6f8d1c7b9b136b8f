/**
 * Batches lookups under load. While fewer than `maxInFlight` requests are in flight, a call is sent immediately, so a
 * single caller never waits. Further calls wait until a request returns; then they are sent together as one request
 * that contains each value once. A call never joins a request that was sent before the call was made, so it cannot
 * return a row that was revoked before the call.
 */
import type { Awaitable } from "./awaitable.ts"

/** Looks up one value, alone or as part of a batch. `onSend` is called when its request is sent. */
export type Batcher<T> = (value: string, onSend?: () => void) => Awaitable<T>

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

type Waiter<T> = {
  readonly value: string
  readonly onSend: (() => void) | undefined
  resolve(answer: AnswerFor<T>): void
  reject(error: unknown): void
}

const width = 2
// A request that takes longer no longer holds up the queue: its connection may be dead while others work.
const patienceMs = 1_000

export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { one, many, most, collects = false, onIdle } = options
  const waiting: Waiter<T>[] = []
  let inFlight = 0
  let generation = 0
  let isScheduled = false
  let patience: ReturnType<typeof setTimeout> | undefined

  const track = async <R>(request: () => Awaitable<R>): Promise<R> => {
    const started = generation
    inFlight++
    try {
      return await request()
    } finally {
      if (started === generation) inFlight--
      if (waiting.length > 0) sendWaiting()
      else if (inFlight === 0) onIdle?.()
    }
  }

  const sendWaiting = (): void => {
    if (isScheduled) return
    if (inFlight >= width) patience ??= setTimeout(stopCounting, patienceMs)
    else if (collects) {
      isScheduled = true
      queueMicrotask(sendBatch)
    } else void sendBatch()
  }

  const stopCounting = (): void => {
    patience = undefined
    generation++
    inFlight = 0
    sendWaiting()
  }

  const sendBatch = async (): Promise<void> => {
    isScheduled = false
    clearTimeout(patience)
    patience = undefined
    const batch = waiting.splice(0, most)
    for (const { onSend } of batch) onSend?.()
    const answers = track(() => ask(batch))
    if (waiting.length > 0) sendWaiting()
    try {
      const answer = await answers
      for (const { resolve } of batch) resolve(answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const ask = async (batch: readonly Waiter<T>[]): Promise<AnswerFor<T>> => {
    const [first] = batch
    if (!first || batch.length > 1) return many([...new Set(batch.map(({ value }) => value))])
    const answer = await one(first.value)
    return () => answer
  }

  const wait = async (value: string, onSend: (() => void) | undefined): Promise<T> => {
    const answerFor = await new Promise<AnswerFor<T>>((resolve, reject) => {
      waiting.push({ value, onSend, resolve, reject })
      sendWaiting()
    })
    return answerFor(value)
  }

  return (value, onSend) => {
    if (collects || inFlight >= width) return wait(value, onSend)
    onSend?.()
    return track(() => one(value))
  }
}
