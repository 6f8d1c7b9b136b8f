/**
 * Batches lookups under load. While no request is in flight, a call is sent immediately, so a single caller never waits.
 * Further calls are sent together, as a second request while one is in flight, and otherwise when a request returns. A
 * request takes at most half of all calls: then client and server work at the same time, each on its half. It contains
 * each value once, where equal objects are different values. A call never joins a request that was sent before the call was made, so it cannot return a row that
 * was revoked before the call.
 */
import type { Awaitable } from "./awaitable.ts"

/** Looks up or writes one value, alone or as part of a batch. Its request calls `onSend` when it is sent. */
export type Batcher<T, V = string> = (value: V, onSend?: () => void) => Awaitable<T>

/** The answer of a batch for its nth value; called once per caller, so that no two callers share an object. */
type AnswerFor<T, V> = (value: V, index: number) => Awaitable<T>

export type BatcherOptions<T, V = string> = {
  runOne(value: V, onSend?: () => void): Awaitable<T>
  runMany(values: readonly V[], onSend: () => void): Awaitable<AnswerFor<T, V>>
  /** Maximum number of values in one request: every caller waits for the whole batch. */
  readonly most: number
  /** Delays a single call too, so that calls made together share a request. Use it where requests are expensive. */
  readonly collects?: boolean
  /** Called when nothing is in flight and nothing waits. */
  readonly onIdle?: () => void
}

type Waiter<T, V> = {
  readonly value: V
  readonly onSend: (() => void) | undefined
  resolve(answer: Awaitable<T>): void
  reject(error: unknown): void
}

const width = 2
// A request that takes longer no longer holds up the queue: its connection may be dead while others work.
const patienceMs = 1_000

// Callers that get their answers together call again in the same run of microtasks. `nextTick` waits for its end.
const afterCallers: (run: () => void) => void = globalThis.process?.nextTick ?? queueMicrotask

/** A request that has not returned. */
type Flight = { readonly calls: number }

export function createBatcher<T, V = string>(options: BatcherOptions<T, V>): Batcher<T, V> {
  const { runOne, runMany, most, collects = false, onIdle } = options
  const waiting: Waiter<T, V>[] = []
  const inFlight = new Set<Flight>()
  let isScheduled = false
  // After a batch, its callers will call again together.
  let isBusy = collects
  let patience: ReturnType<typeof setTimeout> | undefined

  const track = async <R>(request: () => Awaitable<R>, calls: number): Promise<R> => {
    const flight = { calls }
    inFlight.add(flight)
    isBusy = collects || calls > 1
    try {
      return await request()
    } finally {
      inFlight.delete(flight)
      if (waiting.length > 0) sendWaiting()
      else if (inFlight.size === 0) onIdle?.()
    }
  }

  const sendWaiting = (): void => {
    if (isScheduled) return
    if (inFlight.size >= width) {
      patience ??= setTimeout(stopCounting, patienceMs)
      return
    }
    isScheduled = true
    afterCallers(sendBatch)
  }

  const stopCounting = (): void => {
    patience = undefined
    inFlight.clear()
    sendWaiting()
  }

  const sendBatch = async (): Promise<void> => {
    isScheduled = false
    clearTimeout(patience)
    patience = undefined
    const batch = waiting.splice(0, collects ? most : Math.min(most, computeShare(waiting, inFlight)))
    const answers = track(() => ask(batch, runOne, runMany), batch.length)
    if (waiting.length > 0) sendWaiting()
    try {
      const answerFor = await answers
      for (const waiter of batch) settle(waiter, answerFor)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const wait = (value: V, onSend: (() => void) | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ value, onSend, resolve, reject })
      sendWaiting()
    })

  return (value, onSend) => {
    if (isBusy || isScheduled || inFlight.size > 0) return wait(value, onSend)
    return track(() => runOne(value, onSend), 1)
  }
}

/** How many calls each request gets if they are divided equally. */
function computeShare(waiting: readonly unknown[], inFlight: ReadonlySet<Flight>): number {
  let calls = waiting.length
  for (const flight of inFlight) calls += flight.calls
  return Math.ceil(calls / width)
}

/** Sends a batch as one request, in which each value has one place. */
async function ask<T, V>(
  batch: readonly Waiter<T, V>[],
  runOne: BatcherOptions<T, V>["runOne"],
  runMany: BatcherOptions<T, V>["runMany"],
): Promise<(value: V) => Awaitable<T>> {
  const [first] = batch
  if (first && batch.length === 1) {
    const answer = await runOne(first.value, first.onSend)
    return () => answer
  }
  const places = new Map<V, number>()
  for (const { value } of batch) if (!places.has(value)) places.set(value, places.size)
  const answerFor = await runMany([...places.keys()], () => {
    for (const { onSend } of batch) onSend?.()
  })
  return (value) => answerFor(value, places.get(value) as number)
}

/** The answer of one caller may be an error, such as a row that cannot be decoded. The others still get theirs. */
function settle<T, V>({ value, resolve, reject }: Waiter<T, V>, answerFor: (value: V) => Awaitable<T>): void {
  try {
    resolve(answerFor(value))
  } catch (error) {
    reject(error)
  }
}
