import { operationNames } from "mortise"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { cases, type Report, runConformance, type Setup } from "../src/index.ts"
import { goodAdapter } from "./support/run-cases.ts"

// The timers are simulated, so that minutes pass in a moment. These topics do not read the clock.
const topics = [
  "users",
  "user-updates",
  "sessions",
  "verification-tokens",
  "accounts",
  "deletions",
  "cascades",
  "owners",
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function run(setup: Setup | (() => Setup), only: readonly string[] = topics) {
  const lines: string[] = []
  let report: Report | undefined
  let ms = 0
  const factory = typeof setup === "function" ? setup : () => setup
  const running = runConformance({ factory, only, seed: 1, onLine: (line) => lines.push(line) })
  running.then((ended) => {
    report = ended
  })
  for (; !report && ms < 3_600_000; ms += 50) await vi.advanceTimersByTimeAsync(50)
  const { results } = await running
  return {
    lines,
    seconds: ms / 1000,
    problems: results.flatMap(({ error }) => error?.message ?? []),
    results,
  }
}

const never = () => new Promise<never>(() => {})

type Operation = (...args: never[]) => Promise<unknown>

/** An adapter whose calls return later, by the milliseconds that `delayMs` returns for each call. */
function delayed(delayMs: (name: string) => number): Setup {
  const entries = Object.entries(goodAdapter()) as [string, Operation][]
  const slow = entries.map(([name, operation]) => [
    name,
    async (...args: never[]) => {
      const [outcome] = await Promise.allSettled([operation(...args)])
      const ms = delayMs(name)
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      if (outcome.status === "rejected") throw outcome.reason
      return outcome.value
    },
  ])
  return { adapter: Object.fromEntries(slow) }
}

describe("a correct adapter passes", () => {
  test("if every call takes 300 milliseconds", async () => {
    expect((await run(delayed(() => 300))).problems).toEqual([])
  })

  test("if its cases take longer than a minute, because every call takes 7 seconds", async () => {
    const { problems, seconds } = await run(
      delayed(() => 7_000),
      ["users", "one-winner/tokens"],
    )
    expect(problems).toEqual([])
    expect(seconds).toBeGreaterThan(60)
  })

  test("if one call takes 50 seconds", async () => {
    let calls = 0
    const { problems, lines } = await run(delayed(() => (++calls === 40 ? 50_000 : 0)))
    expect(problems).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^… no answer for 5 seconds or more: \w+$/))
  })

  test("if all its calls block for 10 seconds once", async () => {
    let [calls, ms] = [0, 0]
    const blocked = delayed(() => {
      if (++calls === 100) {
        ms = 10_000
        setTimeout(() => {
          ms = 0
        }, ms)
      }
      return ms
    })
    expect((await run(blocked)).problems).toEqual([])
  })

  test("if all calls of one operation block for 10 seconds once", async () => {
    let [calls, ms] = [0, 0]
    const blocked = delayed((name) => {
      if (name === "getUser" && ++calls === 10) {
        ms = 10_000
        setTimeout(() => {
          ms = 0
        }, ms)
      }
      return name === "getUser" ? ms : 0
    })
    expect((await run(blocked)).problems).toEqual([])
  })
})

describe("a call that hangs", () => {
  test("ends its case after a minute, if it is the only one", async () => {
    let calls = 0
    const { problems, seconds } = await run(delayed(() => (++calls === 40 ? 1e9 : 0)))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/an answer within 60 seconds, in which \d+ later calls returned$/m)
    expect(seconds).toBeLessThan(65)
  })

  test("ends all cases after a minute, if no call returns at all", async () => {
    const adapter = Object.fromEntries(operationNames.map((name) => [name, never]))
    const { results, seconds } = await run({ adapter }, [
      ...new Set(cases.map(({ id }) => id.split("/")[0] ?? "")),
    ])
    expect(results.filter(({ status }) => status === "failed").length).toBeGreaterThan(300)
    expect(seconds).toBeLessThan(70)
  })

  test("is found after seconds if it is every tenth call of an operation", async () => {
    const good = goodAdapter()
    let calls = 0
    const getUser = (id: string) => (++calls % 10 === 0 ? never() : good.getUser(id))
    const { problems, seconds } = await run({ adapter: { ...good, getUser } }, [...topics, "fresh-reads"])
    expect(problems.length).toBeGreaterThan(4)
    for (const text of problems) expect(text).toMatch(/still running: getUser/)
    expect(seconds).toBeLessThan(10)
  })

  test("is found after seconds if the operation worked before, as with a lock that is never released", async () => {
    const good = goodAdapter()
    let calls = 0
    const getUser = (id: string) => (++calls > 10 ? never() : good.getUser(id))
    const { problems, seconds } = await run({ adapter: { ...good, getUser } })
    expect(problems.length).toBeGreaterThan(3)
    expect(seconds).toBeLessThan(20)
  })

  test("that returns after all is called again by later cases", async () => {
    let ms = 20_000
    setTimeout(() => {
      ms = 0
    }, 3_100)
    const { problems } = await run(delayed((name) => (name === "getUserByEmail" ? ms : 0)))
    expect(problems.length).toBeGreaterThan(0)
    const counts = problems.map((text) => Number(/in (\d+) earlier/.exec(text)?.[1] ?? 0))
    expect(Math.max(...counts)).toBeLessThan(10)
  })
})

describe("during an outage", () => {
  const refused = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    throw new Error("connection refused")
  }
  /** During an outage, every operation is refused after a time, except those that are given. */
  const factory = (ms: number, others: object) => (): Setup => {
    const adapter = { ...goodAdapter(), ...others }
    const all = Object.fromEntries(operationNames.map((name) => [name, () => refused(ms)]))
    return { adapter, outage: () => Object.assign(adapter, all, others) }
  }

  test("each error may be late by seconds", async () => {
    expect((await run(factory(20_000, {}), ["outage", "users"])).problems).toEqual([])
  })

  test("an operation that hangs anyway does not hold up the run", async () => {
    const { results, seconds } = await run(factory(0, { getUser: never }), ["outage", ...topics])
    const lookups = results.find(({ id }) => id === "outage/lookups-throw")
    expect(lookups?.error?.received).toMatch(/^none; still running: getUser/)
    expect(seconds).toBeLessThan(10)
  })
})

test("a store that does not close after a hang does not hold up the report", async () => {
  const { lines, seconds } = await run({ adapter: { ...goodAdapter(), getUser: never }, close: never })
  expect(lines).toContain("… close has not returned within 8 seconds")
  expect(seconds).toBeLessThan(20)
})
