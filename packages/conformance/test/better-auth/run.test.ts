import type { BetterAuthOptions, DBAdapter } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import { expect, test } from "vitest"
import { databaseCases } from "../../src/suites/better-auth/cases/index.ts"
import {
  betterAuthCases,
  betterAuthClauses,
  betterAuthSuite,
  runBetterAuth,
} from "../../src/suites/better-auth/index.ts"
import { goodDatabase } from "./support/good-database.ts"

test("a run needs only a database", async () => {
  const report = await runBetterAuth({
    database: memoryAdapter({}),
    only: ["counts"],
    seed: 1,
    onLine: false,
  })
  expect(report).toMatchObject({ failed: 0, skipped: 0 })
  expect(report.passed).toBeGreaterThan(0)
})

test("a database without known defects passes every case about databases, and every case that races runs alone", async () => {
  const only = databaseCases.filter(({ processes }) => !processes).map(({ id }) => id)
  const report = await runBetterAuth({ factory: goodDatabase, only, seed: 1, onLine: false })
  expect(report.results.flatMap(({ error }) => error?.message ?? [])).toEqual([])
  expect(report).toMatchObject({ failed: 0, warned: 0, skipped: 0 })
  const alone = new Set(databaseCases.flatMap(({ id, alone }) => (alone ? [id] : [])))
  const racing = report.results.flatMap(({ id, races }) => (races === undefined ? [] : [id]))
  expect(racing.length).toBeGreaterThan(20)
  expect(racing.filter((id) => !alone.has(id))).toEqual([])
})

test("each case proves a clause, and each clause has a case", () => {
  const used = new Set(betterAuthCases.map(({ clause }) => clause))
  expect([...used].sort()).toEqual(betterAuthClauses.clauses.map(({ id }) => id).sort())
})

test("in a test runner, each case is a test", async () => {
  const { host } = betterAuthSuite({ factory: goodDatabase, only: ["counts"], seed: 1 })
  const { name, tests, run, close } = host()
  expect(name).toBe("better-auth conformance (quick, seed 1)")
  expect(tests.map(({ title }) => title)).toContain(
    "counts/deleted-rows: deleteMany returns how many rows it deleted (must, BA-counts)",
  )
  for (const { testCase: of } of tests) expect(await run(of)).toMatchObject({ status: "passed" })
  await close()
})

test("a table that is missing skips the cases that need it, and says what to do", async () => {
  const { database, ...setup } = goodDatabase()
  const broken = (options: BetterAuthOptions): DBAdapter => {
    const good = database(options)
    const create: DBAdapter["create"] = (given) =>
      given.model === "conformanceRow" ? Promise.reject(new Error("no such table")) : good.create(given)
    return { ...good, create }
  }
  const only = ["increments/negative", "counts/deleted-rows"]
  const report = await runBetterAuth({
    factory: () => ({ ...setup, database: broken }),
    only,
    seed: 1,
    onLine: false,
  })
  expect(report).toMatchObject({ passed: 1, skipped: 1, failed: 0 })
  expect(report.results.find(({ status }) => status === "skipped")?.reason).toContain("pass migrate")
})

test("a run without a database and a storage names what is missing", async () => {
  await expect(runBetterAuth({ seed: 1, onLine: false })).rejects.toThrow("Give runBetterAuth a database")
})
