import { describe, expect, test } from "vitest"
import { suiteOptions } from "../../../workshop/src/tests/tier.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { callNames } from "./calls.ts"
import { startWorker } from "./start-worker.ts"

// Ends a hang; it does not measure speed.
const patience = 1_800_000

describe("mortise/d1 in workerd", { timeout: patience }, () => {
  const worker = openForTests(startWorker, 300_000)

  test("requests that share an adapter do not wait for what another request asked", async () => {
    await worker.run("inspected")
    await worker.run("abandonedLookup")
    const answers = Array.from({ length: 20 }, () => worker.run("sharedLookup"))
    expect(await Promise.all(answers)).toEqual(answers.map(() => null))
  })

  test("a batch that fails at its last statement leaves nothing", async () => {
    expect(await worker.run("failingBatch")).toEqual({
      failure: { brokenReference: true },
      left: [null, null],
    })
  })

  test("a sign-up with a taken account leaves no user, and names the key", async () => {
    await worker.run("setUp")
    expect(await worker.run("failingSignUp")).toEqual({
      code: "conflict",
      model: "account",
      fields: ["provider", "providerAccountId"],
      left: null,
    })
  })

  test("only session lookups go to a replica, if stale reads are allowed", async () => {
    expect(await worker.run("staleReads")).toEqual({
      getSessionAndUser: ["first-unconstrained"],
      getUser: ["first-primary"],
      updateUser: ["first-primary"],
    })
  })

  test("each call is one round trip, to the primary", async () => {
    expect(await worker.run("roundTrips", [callNames])).toEqual({
      counts: Object.fromEntries(callNames.map((name) => [name, 1])),
      sessions: ["first-primary"],
    })
  })

  test("SEC-T30: more columns than D1 allows are named", async () => {
    const refused = { code: "invalid", message: expect.stringContaining("100 on D1") }
    expect(await worker.run("wideUsers", [90])).toBe("ada")
    // The user has 98 columns, and the session 3.
    const lookup = await worker.run("wideUsers", [93])
    expect(lookup).toEqual({ ...refused, operation: "getSessionAndUser" })
    expect(await worker.run("wideUsers", [96])).toEqual({ ...refused, operation: "migrate" })
  })

  test("inspect finds nothing in the tables of migrate", async () => {
    expect(await worker.run("inspected")).toEqual({ ok: true, findings: [] })
  })

  test("passes the suite", async () => {
    const { passed, problems, skipped } = (await worker.run("suite", [suiteOptions])) as never
    expect(problems).toEqual([])
    expect(passed).toBeGreaterThan(400)
    expect(skipped, "the simulator is never out of reach").toEqual([
      "outage/lookups-throw",
      "outage/writes-throw",
    ])
  })
})
