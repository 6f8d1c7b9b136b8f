import { memoryAdapter } from "mortise/memory"
import { describe, expect, test } from "vitest"
import { runConformance, toJson, toJunit, toMarkdown } from "../src/index.ts"
import { hostRun } from "../src/suites/authjs/host-run.ts"
import { pause } from "./mutants/mutant.ts"
import { quiet } from "./support/reports.ts"

const only = ["users", "user-updates", "accounts", "sessions"]

/** Returns the id of the user that was inserted last, which is that of another call if two calls overlap. */
function lastInsertedId() {
  const good = memoryAdapter()
  let last = ""
  const createUser: typeof good.createUser = async (user) => {
    const created = await good.createUser(user)
    last = created.id
    await pause()
    return { ...created, id: last }
  }
  return { adapter: { ...good, createUser } }
}

/** Answers from a certain call on with the answer to the call before. */
function shiftedAnswers() {
  const good = memoryAdapter()
  let calls = 0
  let before: Awaited<ReturnType<typeof good.getUser>> = null
  const getUser: typeof good.getUser = async (id) => {
    const answer = before
    before = await good.getUser(id)
    return ++calls > 5 ? answer : before
  }
  return { adapter: { ...good, getUser } }
}

const nameless = () => {
  const good = memoryAdapter()
  return {
    adapter: { ...good, getUser: async (id: string) => ({ ...(await good.getUser(id)), name: null }) },
  }
}

describe("a case that failed runs again alone on a new adapter", () => {
  test.each([lastInsertedId, shiftedAnswers])("and passes there: %o", async (factory) => {
    const lines: string[] = []
    const report = await runConformance({ factory, only, seed: 1, onLine: (line) => lines.push(line) })
    const alone = report.results.filter(({ passesAlone }) => passesAlone)
    expect(alone.length).toBeGreaterThan(1)
    expect(report.failed + report.warned).toBeGreaterThanOrEqual(alone.length)
    for (const { error } of alone)
      expect(error?.message).toMatch(/\n {2}alone {5}passes alone: depends on concurrent or earlier calls$/)

    const heading = lines.findIndex((line) => line.startsWith(`! ${alone.length} cases pass alone`))
    expect(lines.slice(heading + 1, heading + 1 + alone.length)).toEqual(alone.map(({ id }) => `  ${id}`))
    const page = toMarkdown(report)
    expect(page.split("### Passes alone: depends on concurrent or earlier calls\n")[1]).toContain(
      alone[0]?.id,
    )
    // With its cause, and under the heading.
    expect(page.split(`\`${alone[0]?.id}\``)).toHaveLength(3)
    expect(toJunit(report)).toContain("passes alone: depends on concurrent or earlier calls")
    const { results } = JSON.parse(toJson(report)) as typeof report
    expect(results.filter(({ passesAlone }) => passesAlone)).toHaveLength(alone.length)
  })

  test("and fails there, if its defect needs no other calls", async () => {
    const { results, failed } = await runConformance({ factory: nameless, only, seed: 1, ...quiet })
    expect(failed).toBeGreaterThan(0)
    expect(results.filter(({ passesAlone }) => passesAlone)).toEqual([])
  })

  test("also in a test runner", async () => {
    const host = hostRun({ factory: shiftedAnswers, only, seed: 1 })
    const messages: string[] = []
    for (const { testCase: of } of host.tests)
      await host.run(of).catch((error: Error) => {
        messages.push(error.message)
      })
    await host.close()
    expect(messages.filter((message) => message.includes("passes alone"))).not.toEqual([])
  })
})

test("a factory that can be called only once gets no second run", async () => {
  let calls = 0
  const once = () => {
    if (calls++ > 0) throw new Error("the file is locked")
    return lastInsertedId()
  }
  const { failed, results } = await runConformance({ factory: once, only, seed: 1, ...quiet })
  expect(failed).toBeGreaterThan(0)
  expect(results.some(({ passesAlone }) => passesAlone)).toBe(false)
})

test("adapters that share a pool may be closed more than once", async () => {
  let isEnded = false
  const end = async () => {
    if (isEnded) throw new Error("the pool was closed before")
    isEnded = true
  }
  const { failed } = await runConformance({
    factory: () => ({ ...lastInsertedId(), close: end }),
    only,
    seed: 1,
    ...quiet,
  })
  expect(failed).toBeGreaterThan(0)
  expect(isEnded).toBe(true)
})

test("second runs end with a case that hangs", async () => {
  const hanging = () => {
    let isFirst = true
    const setup = lastInsertedId()
    return () => {
      if (isFirst) {
        isFirst = false
        return setup
      }
      return { adapter: { ...setup.adapter, getUser: () => new Promise<never>(() => {}) } }
    }
  }
  const start = performance.now()
  const { failed, results } = await runConformance({ factory: hanging(), only: ["users"], seed: 1, ...quiet })
  expect(failed).toBeGreaterThan(0)
  expect(results.some(({ passesAlone }) => passesAlone)).toBe(false)
  expect(performance.now() - start).toBeLessThan(30_000)
})
