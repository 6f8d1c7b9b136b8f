import { afterAll, describe, expect, test } from "vitest"
import { MortiseError } from "../../src/index.ts"
import { allFlows } from "./faults/all-flows.ts"
import type { Flow, Outcome } from "./faults/flow.ts"
import { expectInvariants } from "./faults/invariants.ts"
import { type Backing, memory, thirdParty } from "./support/backends.ts"
import { startToyProvider } from "./support/toy-provider.ts"
import { openWorld } from "./support/world.ts"

const toy = await startToyProvider()
afterAll(() => toy.close())

type When = "before" | "after"

/** Runs a flow while the nth call to the store fails; false when the flow makes fewer calls. */
async function failing(
  { options = {}, prepare }: Flow,
  { open }: Backing,
  nth: number,
  when: When,
): Promise<boolean> {
  const world = await openWorld(open, options)
  const { run, after } = await prepare(world)
  let calls = 0
  let isHit = false
  world.disturb(async (_name, call) => {
    if (++calls !== nth) return call()
    isHit = true
    if (when === "after") await call()
    throw new MortiseError(when === "after" ? "indeterminate" : "unavailable", "The store is down.")
  })
  const outcome: Outcome<unknown> = await run().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  world.disturb()
  if ("error" in outcome) expect(outcome.error, "SEC-N1: the error has a code").toBeInstanceOf(MortiseError)
  await expectInvariants(world)
  await after(outcome)
  await expectInvariants(world)
  return isHit
}

describe.each([
  ["memory", memory],
  ["a third-party adapter", thirdParty],
] as const)(
  "SEC-N1: on %s, the k-th call to the store fails, for k = 1, 2, 3 … until none does",
  (_, backing) => {
    const possible = allFlows(toy.provider).filter(
      ({ needsMortise }) => !needsMortise || backing.lacks.length === 0,
    )

    describe.each(["before", "after"] as const)("%s its effect", (when) => {
      test.each(possible.map((flow) => [flow.name, flow] as const))("%s", async (_, flow) => {
        let nth = 1
        while (await failing(flow, backing, nth, when)) nth++
        expect(nth, "the flow called the store").toBeGreaterThan(1)
      })
    })
  },
)
