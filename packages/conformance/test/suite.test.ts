import { memoryAdapter } from "mortise/memory"
import { describe, expect, test } from "vitest"
import { cases, type Effort, type Report, runConformance } from "../src/index.ts"
import { foreignAdapter } from "./foreign-adapter.ts"
import { carefulAdapters } from "./support/careful-adapters.ts"

const quiet = { onLine: false } as const

const problems = ({ results }: Report): string[] =>
  results.flatMap(({ id, error }) => (error ? [`${id}: ${error.message}`] : []))

const failures = ({ results }: Report): string[] =>
  results.flatMap(({ id, status, error }) => (status === "failed" ? [`${id}: ${error?.message}`] : []))

const memory = () => memoryAdapter({ onWarning: () => {} })

describe.each<Effort>(["quick", "full"])("at %s effort", (effort) => {
  test("the memory adapter passes every case that is not skipped", async () => {
    const report = await runConformance({ factory: () => ({ adapter: memory() }), effort, ...quiet })
    expect(problems(report)).toEqual([])
    expect(report).toMatchObject({ failed: 0, warned: 0, effort })
    const reasons = new Set(report.results.flatMap(({ reason }) => reason ?? []))
    expect([...reasons]).toEqual(["the factory offers no outage"])
  })
})

test("every case that races runs alone", () => {
  const racing = cases.filter(({ run }) => /\.(race|interleavings)\(/.test(String(run)))
  expect(racing.length).toBeGreaterThan(20)
  expect(racing.filter(({ alone }) => !alone).map(({ id }) => id)).toEqual([])
})

describe("a careful adapter of another make fails no case", () => {
  test.each(Object.entries(carefulAdapters))("%s", async (_, make) => {
    const report = await runConformance({ factory: async () => ({ adapter: await make() }), ...quiet })
    expect(failures(report)).toEqual([])
    expect(report.passed).toBeGreaterThan(150)
  })

  test("over maps, at full effort", async () => {
    const report = await runConformance({
      factory: () => ({ adapter: foreignAdapter() }),
      effort: "full",
      ...quiet,
    })
    expect(failures(report)).toEqual([])
  }, 300_000)
})

describe("an adapter with some of the operations", () => {
  const oauth = [
    ...["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount"],
    ...["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
  ]
  const subset = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(foreignAdapter()).filter(([name]) => names.includes(name)))

  test("runs the cases of the operations that it has, and names those that it lacks", async () => {
    const report = await runConformance({ factory: () => ({ adapter: subset(oauth) }), ...quiet })
    expect(failures(report)).toEqual([])
    expect(report.passed).toBeGreaterThan(70)
    const skipped = report.results.find(({ id }) => id === "deletions/user-is-gone")
    expect(skipped).toMatchObject({ status: "skipped", reason: "the adapter has no deleteUser" })
  })

  test("skips almost every case if it has no operation", async () => {
    const report = await runConformance({ factory: () => ({ adapter: {} }), ...quiet })
    expect(report).toMatchObject({ failed: 0, warned: 0, passed: 2 })
  })
})

test("cases are independent: they pass in any order, one after the other or concurrently, on one store", async () => {
  const factory = () => ({ adapter: memory() })
  for (let round = 0; round < 3; round++) {
    const shuffled = cases.map(({ id }) => id).sort(() => Math.random() - 0.5)
    const adapter = foreignAdapter()
    const outcomes = await Promise.all(
      shuffled.map((id) => runConformance({ factory: () => ({ adapter }), only: [id], ...quiet })),
    )
    expect(outcomes.flatMap(failures)).toEqual([])
  }
  const one = factory().adapter
  for (const { id } of [...cases].reverse())
    expect(
      problems(await runConformance({ factory: () => ({ adapter: one }), only: [id], ...quiet })),
    ).toEqual([])
})

test("a case names exactly the operations that it calls", async () => {
  const wrong: string[] = []
  for (const { id, needs, extras } of cases) {
    // Random programs call random operations, and extras are not operations.
    if (extras || id.startsWith("programs/")) continue
    const called = new Set<string>()
    let uncalled = needs
    for (const effort of ["quick", "full"] as const) {
      if (uncalled.length === 0) break
      for (const whole of [memory(), foreignAdapter()]) {
        const adapter = watched(whole, needs, called)
        wrong.push(
          ...failures(await runConformance({ factory: () => ({ adapter }), only: [id], effort, ...quiet })),
        )
      }
      uncalled = needs.filter((name) => !called.has(name))
    }
    if (called.size > 0) wrong.push(...uncalled.map((name) => `${id} never calls ${name}`))
  }
  expect(wrong).toEqual([])
})

/** The named operations of an adapter, each of which records that it was called. */
function watched(adapter: object, names: readonly string[], called: Set<string>): object {
  const entries = Object.entries(adapter).filter(([name]) => names.includes(name))
  const noting = entries.map(([name, operation]) => [
    name,
    (...args: never[]) => {
      called.add(name)
      return (operation as (...args: never[]) => unknown)(...args)
    },
  ])
  return Object.fromEntries(noting)
}
