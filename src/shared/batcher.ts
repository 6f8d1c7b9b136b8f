import type { Awaitable } from "./awaitable.ts"

/** Looks one value up, on its own or in company. */
export type Lane<T> = (value: string) => Awaitable<T>

/** What was found for each of the values that were looked up together. */
type Found<T> = (value: string) => Awaitable<T>
type Waiting<T> = {
  readonly value: string
  readonly resolve: (found: Found<T>) => void
  readonly reject: (error: unknown) => void
}

// A call that finds fewer than this many under way goes out at once: a lone caller pays nothing.
const width = 2
// More in one statement would make the last of them wait for all the others.
const most = 128
// One that is under way for longer holds nobody up any more: its connection may be dead, and others alive.
const patienceInMs = 1_000

/**
 * Batches when busy: calls that arrive while others are under way wait for one of those to come back, then
 * travel together. Nothing is answered from before it was asked, so what was revoked is gone for the next call.
 */
export function createLane<T>(
  alone: (value: string) => Awaitable<T>,
  together: (values: readonly string[]) => Awaitable<Found<T>>,
): Lane<T> {
  let underWay = 0
  let era = 0
  let impatience: ReturnType<typeof setTimeout> | undefined
  const waiting: Waiting<T>[] = []

  /** Runs what counts as under way until it comes back, or is given up waiting for. */
  const counted = async <R>(work: () => Awaitable<R>): Promise<R> => {
    const departed = era
    underWay++
    try {
      return await work()
    } finally {
      if (departed === era) underWay--
      if (waiting.length > 0 && underWay < width) next()
    }
  }

  const next = (): void => {
    void depart(waiting.splice(0, most))
    clearTimeout(impatience)
    impatience = waiting.length > 0 ? setTimeout(giveUp, patienceInMs) : undefined
  }

  const giveUp = (): void => {
    era++
    underWay = 0
    next()
  }

  const depart = async (group: readonly Waiting<T>[]): Promise<void> => {
    try {
      const found = await counted(() => together([...new Set(group.map(({ value }) => value))]))
      for (const { resolve } of group) resolve(found)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  // A row that cannot be read is the trouble of those who asked for it alone.
  const wait = async (value: string): Promise<T> => {
    const found = await new Promise<Found<T>>((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      impatience ??= setTimeout(giveUp, patienceInMs)
    })
    return found(value)
  }

  return (value) => (underWay < width ? counted(() => alone(value)) : wait(value))
}
