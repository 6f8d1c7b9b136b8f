import { describe, expect, test } from "vitest"
import { isFullRun, suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { type Place, startSuites } from "../their-suite/in-worker/start-worker.ts"

// The simulator of D1 takes ten times as long.
const quick = isFullRun ? {} : { topics: ["writes", "unique", "joins", "errors"] }

describe("in workerd", () => {
  const worker = openForTests(startSuites, 300_000)

  test.each<[Place, part: { readonly topics?: readonly string[] }, cases: number]>([
    ["D1", quick, 50],
    ["a Durable Object", {}, 190],
  ])("mortiseDatabase conforms on %s", { timeout: 600_000 }, async (place, part, cases) => {
    const { passed, problems } = await worker.run(place, { suite: "ours", how: suiteOptions, ...part })
    expect(problems).toEqual([])
    expect(passed).toBeGreaterThan(cases)
  })
})
