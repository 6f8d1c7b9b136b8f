// Interleavings: two calls start in both orders, and the second one starts after a delay. A delay of n turns of the
// microtask queue starts it between two awaits of an adapter in this process; a timer starts it between two round trips
// of an adapter that uses a server. Many delays are tried, to reach the gaps in which a call has read but not yet written.

import type { Fire, Timing } from "./case.ts"
import type { CaseHooks } from "./case-hooks.ts"
import type { Effort } from "./run-options.ts"

// Rounds at full effort, as a multiple of those at quick effort.
const fullFactor = 20

const quickDelays = [turns(0), turns(3), milliseconds(0)]
const fullDelays = Array.from({ length: 24 }, (_, n) => turns(n)).concat(
  [0, 0, 1, 1, 2, 3, 4, 6, 9].map(milliseconds),
)

// In an order in which the first few already differ most, because quick effort only reaches those.
const roundDelays: readonly Delay[] = [
  ...[turns(0), milliseconds(1), turns(2), turns(5), milliseconds(0), turns(1), turns(3), turns(8)],
  ...[milliseconds(2), turns(4), turns(6), turns(12), turns(7), milliseconds(0), turns(16), turns(10)],
]

type Delay = () => Promise<void>

/** The timing of one effort. A race holds all calls behind a barrier and opens it once, so that they start together. */
export function createTiming(effort: Effort, { onRace }: Pick<CaseHooks, "onRace">): Timing {
  const body = (run: (fire: Fire) => Promise<void>, fire: Fire) =>
    run((firstCall, secondCall) => {
      onRace()
      return fire(firstCall, secondCall)
    })
  return {
    async rounds(n, body) {
      const total = effort === "full" ? n * fullFactor : n
      for (let round = 0; round < total; round++) await body(round)
    },

    async attempt(call) {
      const [outcome] = await Promise.allSettled([call()])
      return outcome
    },

    race(calls) {
      if (calls.length > 1) onRace()
      let open = () => {}
      const barrier = new Promise<void>((resolve) => {
        open = resolve
      })
      const started = calls.map(async (call) => {
        await barrier
        return call()
      })
      open()
      return Promise.allSettled(started)
    },

    delay: (round) => (roundDelays[round % roundDelays.length] ?? turns(0))(),
    turns: (count) => turns(count)(),
    wait: (ms) => milliseconds(ms)(),

    async interleavings(run) {
      if (effort === "quick")
        for (const delay of quickDelays)
          await Promise.all([body(run, oneThenOther(delay)), body(run, otherThenOne(delay))])
      else
        for (const delay of fullDelays) {
          await body(run, oneThenOther(delay))
          await body(run, otherThenOne(delay))
        }
    },
  }
}

const oneThenOther =
  (delay: Delay): Fire =>
  async (firstCall, secondCall) => {
    const first = firstCall()
    const [a, b] = await Promise.allSettled([first, delay().then(secondCall)])
    return [a, b]
  }

const otherThenOne =
  (delay: Delay): Fire =>
  async (firstCall, secondCall) => {
    const [b, a] = await oneThenOther(delay)(secondCall, firstCall)
    return [a, b]
  }

function turns(count: number): Delay {
  return async () => {
    for (let turn = 0; turn < count; turn++) await null
  }
}

function milliseconds(ms: number): Delay {
  return () => new Promise((resolve) => setTimeout(resolve, ms))
}
