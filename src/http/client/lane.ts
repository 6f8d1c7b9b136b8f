import { mostTokens } from "../protocol/call.ts"

/** Looks one session up, and gives what came as JSON. */
export type Lookup = (token: string) => Promise<unknown>

type Waiter = { resolve(found: unknown): void; reject(error: unknown): void }

// With this many under way, more requests at once would only make each one slower.
const width = 2
// A request that is under way for longer holds nobody up any more: its connection may be dead, and others alive.
const patienceInMs = 1_000

/**
 * Batch when busy: a call that finds few requests under way goes out at once, with those that are made at the
 * same moment; those that come later travel together. A call never joins a request that was sent before it
 * was made, so what was revoked before is not found. A token that is asked for twice in one batch is looked
 * up once.
 */
export function createLane(
  one: Lookup,
  many: (tokens: readonly string[]) => Promise<readonly unknown[]>,
  idle: () => void,
): Lookup {
  const waiting = new Map<string, Waiter[]>()
  let underWay = 0
  let era = 0
  let isCalled = false
  let impatience: ReturnType<typeof setTimeout> | undefined

  const depart = (): void => {
    isCalled = false
    clearTimeout(impatience)
    impatience = undefined
    if (waiting.size === 0) return
    const batch = [...waiting].slice(0, mostTokens)
    for (const [token] of batch) waiting.delete(token)
    const tokens = batch.map(([token]) => token)
    const [token = ""] = tokens
    const answers = travel(() => (tokens.length === 1 ? one(token).then((found) => [found]) : many(tokens)))
    answers.then(
      (found) => {
        for (const [nth, [, waiters]] of batch.entries())
          for (const { resolve } of waiters) resolve(found[nth])
      },
      (error) => {
        for (const [, waiters] of batch) for (const { reject } of waiters) reject(error)
      },
    )
    callIfWaiting()
  }

  // Callers that got their answers together ask again together: it takes them no turn of the event loop.
  const callIfWaiting = (): void => {
    if (isCalled || waiting.size === 0) return
    if (underWay >= width) {
      impatience ??= setTimeout(giveUp, patienceInMs)
      return
    }
    isCalled = true
    queueMicrotask(depart)
  }

  const giveUp = (): void => {
    impatience = undefined
    era++
    underWay = 0
    callIfWaiting()
  }

  const travel = async <T>(request: () => Promise<T>): Promise<T> => {
    const departed = era
    underWay++
    try {
      return await request()
    } finally {
      if (departed === era) underWay--
      callIfWaiting()
      if (underWay === 0 && waiting.size === 0) idle()
    }
  }

  return (token) =>
    new Promise((resolve, reject) => {
      const waiters = waiting.get(token)
      if (waiters) waiters.push({ resolve, reject })
      else waiting.set(token, [{ resolve, reject }])
      callIfWaiting()
    })
}

const lanes = new WeakMap<typeof fetch, Map<string, Lookup>>()

/**
 * The lane to a server, shared by all adapters for it while any call is under way: frameworks make an
 * adapter for each request. `name` must tell servers and callers apart.
 */
export function laneNamed(via: typeof fetch, name: string, create: (idle: () => void) => Lookup): Lookup {
  const named = lanes.get(via) ?? new Map<string, Lookup>()
  lanes.set(via, named)
  return (token) => {
    const lane = named.get(name) ?? create(() => named.delete(name))
    named.set(name, lane)
    return lane(token)
  }
}
