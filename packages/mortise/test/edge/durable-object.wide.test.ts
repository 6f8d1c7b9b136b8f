import { describe, expect, test } from "vitest"
import { suiteOptions } from "../../../workshop/src/tests/tier.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { callNames } from "./calls.ts"
import { startWorker } from "./start-worker.ts"

// Ends a hang; it does not measure speed.
const patience = 1_800_000

// No call of the adapter sends more statements.
const mostStatements = 20

describe("mortise/durable-object in workerd", { timeout: patience }, () => {
  const worker = openForTests(startWorker, 300_000)

  test.each(callNames)(
    "%s, aborted after each statement, is applied as a whole or not at all",
    async (name) => {
      await worker.run("setUp", [], `${name} in full`)
      const before = await worker.run("dump", [], `${name} in full`)
      await worker.run("call", [name], `${name} in full`)
      const after = await worker.run("dump", [], `${name} in full`)
      let aborted = 0
      for (let nth = 1; nth <= mostStatements; nth++) {
        const object = `${name} until ${nth}`
        await worker.run("setUp", [], object)
        const isComplete = await worker.run("interruptedCall", [name, nth], object).then(
          () => true,
          (error: Error) => {
            expect(error.message).toContain("aborted by a test")
            return false
          },
        )
        const left = await worker.run("dump", [], object)
        if (isComplete) {
          expect(left).toEqual(after)
          break
        }
        aborted++
        expect([before, after]).toContainEqual(left)
      }
      expect(aborted).toBeGreaterThan(0)
      expect(aborted).toBeLessThan(mostStatements)
    },
  )

  test("a batch that fails at its last statement leaves nothing", async () => {
    const outcome = await worker.run("failingBatch", [], "batch")
    expect(outcome).toEqual({ failure: { brokenReference: true }, left: [null, null] })
  })

  test("a sign-up with a taken account leaves no user, and names the key", async () => {
    await worker.run("setUp", [], "sign-up")
    expect(await worker.run("failingSignUp", [], "sign-up")).toEqual({
      code: "conflict",
      model: "account",
      fields: ["provider", "providerAccountId"],
      left: null,
    })
  })

  test("a transaction is committed, or rolled back when its work throws", async () => {
    expect(await worker.run("transactions", [], "transactions")).toEqual(["kept", null, null])
  })

  test("a transaction that is open when the object is aborted leaves nothing", async () => {
    await worker.run("inspected", [], "aborted")
    const before = await worker.run("dump", [], "aborted")
    await expect(worker.run("transactions", [true], "aborted")).rejects.toThrow("aborted by a test")
    expect(await worker.run("dump", [], "aborted")).toEqual(before)
  })

  test("inspect finds nothing in the tables of migrate", async () => {
    expect(await worker.run("inspected", [], "inspected")).toEqual({ ok: true, findings: [] })
  })

  test("passes the suite", async () => {
    const { passed, problems, skipped } = (await worker.run("suite", [suiteOptions], "suite")) as never
    expect(problems).toEqual([])
    expect(passed).toBeGreaterThan(400)
    expect(skipped, "an object's storage is never out of reach").toEqual([
      "outage/lookups-throw",
      "outage/writes-throw",
    ])
  })
})
