import { memoryAdapter } from "mortise/memory"
import { describe, expect, test } from "vitest"
import { quickSample } from "../src/engine/choose-cases.ts"
import { cases, runConformance, toMarkdown } from "../src/index.ts"
import { hostRun } from "../src/suites/authjs/host-run.ts"
import { adapterSuite } from "../src/suites/authjs/run.ts"
import { sampledTopics } from "../src/suites/authjs/sampled-topics.ts"

const factory = () => ({ adapter: memoryAdapter() })
const sampleOf = (seed: number) => quickSample(adapterSuite, seed).map(({ id }) => id)
const topicsOf = (ids: readonly string[]) => new Set(ids.map((id) => id.split("/")[0]))

describe("the cases of quick effort", () => {
  test("depend only on the seed", () => {
    expect(sampleOf(1)).toEqual(sampleOf(1))
    expect(sampleOf(1)).not.toEqual(sampleOf(2))
  })

  test("cover every topic with every seed, and every case with some seeds", () => {
    const all = cases.map(({ id }) => id)
    const seeds = Array.from({ length: 100 }, (_, seed) => seed)
    for (const seed of seeds) expect(topicsOf(sampleOf(seed))).toEqual(topicsOf(all))
    expect(new Set(seeds.flatMap(sampleOf)).size).toBe(all.length)
  })

  test("always include those that need no chance", () => {
    const always = cases.filter(({ id }) =>
      /^(exact-keys|untouched|arguments|clock-changes)\/|^(many-rows\/passkeys)$/.test(id),
    )
    for (const seed of [1, 2, 3]) expect(always.filter(({ id }) => !sampleOf(seed).includes(id))).toEqual([])
  })

  test("are fewer than all, and every named topic has cases", () => {
    const left = cases.length - sampleOf(1).length
    expect(left).toBeGreaterThan(50)
    expect(left).toBeLessThan(cases.length / 2)
    const topics = topicsOf(cases.map(({ id }) => id))
    expect(Object.keys(sampledTopics).filter((topic) => !topics.has(topic))).toEqual([])
  })
})

test("a report at quick effort says how many cases were left out", async () => {
  const lines: string[] = []
  const report = await runConformance({ factory, seed: 3, onLine: (line) => lines.push(line) })
  const possible = cases.filter(({ processes }) => !processes).length
  expect(report.results.length + report.leftOut).toBe(possible)
  expect(lines).toContain(
    `! Quick effort left out ${report.leftOut} cases, which the seed chose. Full effort runs all cases.`,
  )
  expect(toMarkdown(report)).toContain(`Quick effort left out ${report.leftOut} cases`)
})

test("named cases and topics run completely at quick effort", async () => {
  const report = await runConformance({ factory, only: ["untouched"], seed: 1, onLine: false })
  expect(report.results.length).toBe(cases.filter(({ id }) => id.startsWith("untouched/")).length)
  expect(report.leftOut).toBe(0)
})

describe("in a test runner", () => {
  test("quick effort registers the cases of its seed, and the group names the seed", () => {
    const { name, tests } = hostRun({ factory, seed: 5, name: "my adapter" })
    expect(name).toBe("my adapter (quick, seed 5)")
    const possible = cases.filter(({ processes }) => !processes)
    expect(tests.map(({ testCase: of }) => of)).toEqual(quickSample({ ...adapterSuite, cases: possible }, 5))
  })

  test("full effort registers every case", () => {
    const { name, tests } = hostRun({ factory, seed: 5, effort: "full" })
    expect(name).toBe("conformance (full, seed 5)")
    expect(tests.length).toBe(cases.filter(({ processes }) => !processes).length)
  })
})
