import { expect, test } from "vitest"
import { type Adapter, MortiseError } from "../../src/index.ts"
import type { Store } from "../../src/operations/store.ts"
import { adapterOver } from "../unit/support/store-spy.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"

const provider = await sharedProvider()

type Failure = {
  /** Whether the store has no other failure, or stays down. */
  readonly isSingle: boolean
  /** Whether the call has had its effect. */
  readonly isApplied: boolean
}

/** An adapter whose store fails at one call, and perhaps at all that follow. */
function failingAdapter() {
  let calls = 0
  let failsFrom = Number.POSITIVE_INFINITY
  let failure: Failure = { isSingle: false, isApplied: false }
  const failing = (memory: Store): Partial<Store> =>
    Object.fromEntries(
      Object.entries(memory).map(([verb, run]) => [
        verb,
        async (...args: never[]) => {
          const nth = calls++
          const { isSingle, isApplied } = failure
          if (nth < failsFrom || (isSingle && nth > failsFrom))
            return (run as (...args: never[]) => unknown)(...args)
          if (isApplied && nth === failsFrom) await (run as (...args: never[]) => unknown)(...args)
          throw new MortiseError(isApplied ? "indeterminate" : "unavailable", "The store is down.")
        },
      ]),
    )
  return {
    adapter: adapterOver(failing) as Adapter,
    failFrom(nth: number, how: Failure) {
      ;[calls, failsFrom, failure] = [0, nth, how]
    },
    recover() {
      failsFrom = Number.POSITIVE_INFINITY
      return calls
    },
  }
}

describeStorages(provider, (openWorld) => {
  async function callsOfOneRefresh(): Promise<number> {
    const { adapter, failFrom, recover } = failingAdapter()
    const world = await openWorld({ adapter })
    failFrom(Number.POSITIVE_INFINITY, { isSingle: true, isApplied: false })
    expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    return recover()
  }

  /** The outcome of a call after one at which the store went down. */
  async function refreshAfterFailure(nth: number, failure: Failure): Promise<string> {
    const { adapter, failFrom, recover } = failingAdapter()
    const world = await openWorld({ adapter })
    failFrom(nth, failure)
    const first = await world
      .open()
      .get(world.which)
      .catch((error: MortiseError) => error.code)
    if (!failure.isSingle) expect(first).toBeTypeOf("string")
    recover()
    world.travel(60)
    const second = await world.open().get(world.which)
    // The old tokens are there, or the new ones; never half of them.
    const stored = await world.account()
    expect(stored?.access_token === "old", `a failure at call ${nth}`).toBe(
      stored?.refresh_token === world.refresh,
    )
    return second.ok ? "fresh" : second.reason
  }

  const both = ["fresh", "refresh_answer_lost"]
  const failures: [Failure, readonly string[]][] = [
    [{ isSingle: false, isApplied: false }, both],
    [{ isSingle: false, isApplied: true }, both],
    [{ isSingle: true, isApplied: false }, ["fresh"]],
    // If the answer to a claim is lost, nobody knows who holds it.
    [{ isSingle: true, isApplied: true }, both],
  ]

  test("SEC-G2: no token is used twice when the store goes down or fails at any call", async () => {
    const made = await callsOfOneRefresh()
    // All at once: most of the time, they wait for the store.
    const sweeps = failures.map(async ([failure, expected]) => {
      const sweep = Array.from({ length: made }, (_, nth) => refreshAfterFailure(nth, failure))
      expect([...new Set(await Promise.all(sweep))].sort(), JSON.stringify(failure)).toEqual(expected)
    })
    await Promise.all(sweeps)
    expect(new Set(provider.sent).size).toBe(provider.sent.length)
    expect(provider.alarms).toEqual([])
  })
})
