import { expect, test } from "vitest"
import { seed, seededRandom } from "../../workshop/src/tests/seed.ts"
import { cases, runConformance } from "../src/index.ts"
import { foreignAdapter } from "./support/foreign-adapter.ts"
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
    seed,
    ...quiet,
  })
  expect(failures(report)).toEqual([])
}, 300_000)

test("cases are independent: they pass in any order, one after the other or concurrently, on one store", async () => {
  const factory = () => ({ adapter: silentMemory() })
  const random = seededRandom("order of cases")
  for (let round = 0; round < 3; round++) {
    const shuffled = cases
      .map(({ id }) => ({ id, place: random() }))
      .sort((one, two) => one.place - two.place)
      .map(({ id }) => id)
    const adapter = foreignAdapter()
    const outcomes = await Promise.all(
      shuffled.map((id) => runConformance({ factory: () => ({ adapter }), only: [id], seed, ...quiet })),
    )
    expect(outcomes.flatMap(failures)).toEqual([])
  }
  const one = factory().adapter
  for (const { id } of [...cases].reverse())
    expect(
      problems(await runConformance({ factory: () => ({ adapter: one }), only: [id], seed, ...quiet })),
    ).toEqual([])
})
