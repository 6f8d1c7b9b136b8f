import { describe, expect, test } from "vitest"
import { openForTests } from "../../support/open-for-tests.ts"
import { type Place, startSuites } from "./in-worker/start-worker.ts"

describe("in workerd", () => {
  const worker = openForTests(startSuites, 300_000)

  test.each<[Place, skipped: readonly string[]]>([
    ["D1", [expect.stringContaining("does not support transactions")]],
    ["a Durable Object", []],
  ])("Better Auth's suite passes on %s", { timeout: 600_000 }, async (place, skipped) => {
    const outcome = await worker.run(place, { suite: "theirs" })
    expect(outcome).toMatchObject({ problems: [], skipped })
    expect(outcome.passed).toBeGreaterThan(440)
  })
})
