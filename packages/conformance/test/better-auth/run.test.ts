import { memoryAdapter } from "better-auth/adapters/memory"
import { expect, test } from "vitest"
import { runBetterAuth } from "../../src/better-auth/index.ts"
import { goodDatabase } from "./support/good-database.ts"

test("a run needs only a database", async () => {
  const report = await runBetterAuth({ database: memoryAdapter({}), only: ["counts"], onLine: false })
  expect(report).toMatchObject({ failed: 0, skipped: 0 })
  expect(report.passed).toBeGreaterThan(0)
})

test("a database without known defects passes every case", async () => {
  const report = await runBetterAuth({ factory: goodDatabase, onLine: false })
  expect(report.results.flatMap(({ error }) => error?.message ?? [])).toEqual([])
  expect(report).toMatchObject({ failed: 0, warned: 0, skipped: 0 })
})
