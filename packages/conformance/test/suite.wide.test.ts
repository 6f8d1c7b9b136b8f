import { expect, test } from "vitest"
import { cases, runConformance } from "../src/index.ts"
import { foreignAdapter } from "./foreign-adapter.ts"
import { expectPerfect, failures, problems, quiet, silentMemory } from "./support/reports.ts"

test(
  "at full effort, the memory adapter passes every case that is not skipped",
  () => expectPerfect("full"),
  300_000,
)

test("at full effort, a careful adapter over maps fails no case", async () => {
  const report = await runConformance({
    factory: () => ({ adapter: foreignAdapter() }),
    effort: "full",
    ...quiet,
  })
  expect(failures(report)).toEqual([])
}, 300_000)

test("cases are independent: they pass in any order, one after the other or concurrently, on one store", async () => {
  const factory = () => ({ adapter: silentMemory() })
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
      for (const whole of [silentMemory(), foreignAdapter()]) {
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
