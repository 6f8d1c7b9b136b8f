import { setTimeout } from "node:timers/promises"
import type { BetterAuthPlugin } from "better-auth"
import { beforeAll, describe, expect, test } from "vitest"
import { apiKeyPlugin } from "../../../mortise/test/better-auth/plugins.ts"
import type { Effort } from "../../src/engine/run-options.ts"
import { type BetterAuthSetup, runBetterAuth } from "../../src/suites/better-auth/index.ts"
import { breaking } from "./mutants/flow-mutant.ts"
import { flowMutants } from "./mutants/flows.ts"

let apiKeys: BetterAuthPlugin

beforeAll(async () => {
  apiKeys = await apiKeyPlugin()
}, 300_000)

const run = (open: () => BetterAuthSetup, only: readonly string[], effort: Effort = "quick") =>
  runBetterAuth({
    factory: () => ({ ...open(), plugins: [apiKeys] }),
    only,
    effort,
    seed: 1,
    onLine: false,
  })

describe("every defect is seen by a visitor of the site", () => {
  test.each(flowMutants.flatMap(({ by, ...mutant }) => by.map((id) => ({ id, ...mutant }))))(
    "$name, in $id: $defect",
    async ({ id, open }) => {
      const { results } = await run(open, [id])
      expect(results.map(({ status }) => status)).not.toContain("skipped")
      const found = results.some(({ status }) => status === "failed" || status === "warned")
      if (!found) expect((await run(open, [id], "full")).results[0]?.status).toMatch(/failed|warned/)
    },
  )
})

test("requests that are counted in a later window do not violate the limit", async () => {
  let reads = 0
  const open = () =>
    breaking((good) => ({
      findMany: async (given: Parameters<typeof good.findMany>[0]) => {
        // Half of a burst is counted more than a window later.
        if (given.model === "rateLimit" && reads++ % 2 === 1) await setTimeout(1_100)
        return good.findMany(given)
      },
    }))
  const { results } = await run(open, ["rate-limits/next-window"])
  expect(results.map(({ status }) => status)).toEqual(["passed"])
})

test("each mutant has a unique name, and its defect in one line", () => {
  expect(new Set(flowMutants.map(({ name }) => name)).size).toBe(flowMutants.length)
  for (const { name, defect } of flowMutants) expect(defect, name).toMatch(/^\S.{10,110}[^.]$/)
})
