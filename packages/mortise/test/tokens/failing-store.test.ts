import { expect, test } from "vitest"
import { type Adapter, MortiseError } from "../../src/index.ts"
import type { Store } from "../../src/operations/store.ts"
import { adapterOver } from "../unit/support/store-spy.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"

const provider = await sharedProvider()

/** An adapter whose store fails from one call on, before the effect of that call or after it. */
function failingAdapter() {
  let calls = 0
  let failsFrom = Number.POSITIVE_INFINITY
  let isApplied = false
  const failing = (memory: Store): Partial<Store> =>
    Object.fromEntries(
      Object.entries(memory).map(([verb, run]) => [
        verb,
        async (...args: never[]) => {
          const nth = calls++
          if (nth < failsFrom) return (run as (...args: never[]) => unknown)(...args)
          if (isApplied && nth === failsFrom) await (run as (...args: never[]) => unknown)(...args)
          throw new MortiseError(isApplied ? "indeterminate" : "unavailable", "The store is down.")
        },
      ]),
    )
  return {
    adapter: adapterOver(failing) as Adapter,
    failFrom(nth: number, after: boolean) {
      ;[calls, failsFrom, isApplied] = [0, nth, after]
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
    failFrom(Number.POSITIVE_INFINITY, false)
    expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    return recover()
  }

  /** The outcome of a call after one at which the store went down. */
  async function refreshAfterFailure(nth: number, isApplied: boolean): Promise<string> {
    const { adapter, failFrom, recover } = failingAdapter()
    const world = await openWorld({ adapter })
    failFrom(nth, isApplied)
    await expect(world.open().get(world.which)).rejects.toBeInstanceOf(MortiseError)
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

  test.each([
    ["before the call has its effect", false],
    ["after the call has had its effect", true],
  ])("SEC-G2: a store that goes down at any call, %s: no token is used twice", async (_, isApplied) => {
    const made = await callsOfOneRefresh()
    const sweep = Array.from({ length: made }, (_, nth) => refreshAfterFailure(nth, isApplied))
    const outcomes = new Set(await Promise.all(sweep))
    expect([...outcomes].sort()).toEqual(["fresh", "refresh_answer_lost"])
    expect(new Set(provider.sent).size).toBe(provider.sent.length)
    expect(provider.alarms).toEqual([])
  })
})
