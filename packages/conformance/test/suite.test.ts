import { describe, expect, test } from "vitest"
import { seed } from "../../workshop/src/tests/seed.ts"
import { cases, runConformance } from "../src/index.ts"
import { carefulAdapters } from "./support/careful-adapters.ts"
import { foreignAdapter } from "./support/foreign-adapter.ts"
import { expectPerfect, failures, quiet } from "./support/reports.ts"

test("at quick effort, the memory adapter passes every case that is not skipped", () =>
  expectPerfect("quick"))

test("every case that races runs alone", () => {
  const racing = cases.filter(({ run }) => /\.(race|interleavings)\(/.test(String(run)))
  expect(racing.length).toBeGreaterThan(20)
  expect(racing.filter(({ alone }) => !alone).map(({ id }) => id)).toEqual([])
})

describe("a careful foreign adapter fails no case", () => {
  test.each(Object.entries(carefulAdapters))("%s", async (_, make) => {
    const report = await runConformance({ factory: async () => ({ adapter: await make() }), seed, ...quiet })
    expect(failures(report)).toEqual([])
    expect(report.passed).toBeGreaterThan(150)
  })
})

describe("an adapter with some of the operations", () => {
  const oauth = [
    ...["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount"],
    ...["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
  ]
  const subset = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(foreignAdapter()).filter(([name]) => names.includes(name)))

  test("runs the cases of the operations that it has, and names those that it lacks", async () => {
    const report = await runConformance({ factory: () => ({ adapter: subset(oauth) }), seed, ...quiet })
    expect(failures(report)).toEqual([])
    expect(report.passed).toBeGreaterThan(70)
    const skipped = report.results.find(({ id }) => id === "deletions/user-is-gone")
    expect(skipped).toMatchObject({ status: "skipped", reason: "the adapter has no deleteUser" })
  })

  test("skips almost every case if it has no operation", async () => {
    const report = await runConformance({ factory: () => ({ adapter: {} }), seed, ...quiet })
    expect(report).toMatchObject({ failed: 0, warned: 0, passed: 2 })
  })
})
