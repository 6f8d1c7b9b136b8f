import { memoryAdapter } from "mortise/memory"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Report } from "../src/engine/report/report.ts"
import { processCases } from "../src/suites/authjs/cases/races/processes.ts"
import { runConformance } from "../src/suites/authjs/run.ts"
import { factory as locked } from "./fixtures/locked-module.ts"
import { openSharedServer } from "./fixtures/shared-server.ts"

const fixture = (name: string) => new URL(`./fixtures/${name}.ts`, import.meta.url)

const inProcesses = (name: string, only = ["processes"]) =>
  runConformance({
    module: fixture(name),
    processes: 3,
    execArgv: ["--import", "tsx"],
    only,
    seed: 1,
    onLine: false,
  })

const problems = ({ results }: Report) =>
  results.filter(({ status }) => status !== "passed").map(({ id, status }) => `${id} ${status}`)

let server: Awaited<ReturnType<typeof openSharedServer>>

beforeAll(async () => {
  server = await openSharedServer(memoryAdapter())
  process.env["SHARED_STORE_URL"] = server.url
})

afterAll(() => server.close())

describe("runConformance({ module })", () => {
  test("passes a correct adapter on a shared store, and runs the other cases too", async () => {
    const report = await inProcesses("shared-module", ["verification-tokens", "processes"])
    expect(problems(report)).toEqual([])
    expect(report.results.length).toBeGreaterThan(processCases.length)
  })

  test("finds a lock in process memory, which no case inside one process can find", async () => {
    const only = ["verification-tokens", "one-winner/tokens", "processes"]
    const alone = await runConformance({ factory: locked, only, seed: 1, onLine: false })
    expect(alone.failed).toBe(0)
    expect(problems(await inProcesses("locked-module", only))).toEqual(["processes/one-token failed"])
  })

  test("finds a cache that only its own process invalidates", async () => {
    expect(problems(await inProcesses("cached-module"))).toContain(
      "processes/sign-out-is-seen-everywhere failed",
    )
  })

  test("finds a store that is not shared, and explains the fix", async () => {
    const { results } = await inProcesses("lonely-module")
    const [first] = results
    expect(first).toMatchObject({ id: "processes/one-store", status: "failed" })
    expect(first?.error?.fix).toContain("connect every process to the same store")
  })

  test("reports why a process could not start", async () => {
    const { results } = await inProcesses("parent-only-module", ["processes/one-store"])
    expect(results[0]?.error?.received).toContain("only its parent may open the store")
  })

  test("refuses a module without a factory, and names the module", async () => {
    await expect(inProcesses("shared-server")).rejects.toThrow(
      /shared-server\.ts must export a function called factory/,
    )
  })
})

test("without a module the cases about processes are skipped, with the reason", async () => {
  const report = await runConformance({
    factory: () => ({ adapter: memoryAdapter() }),
    only: ["processes"],
    seed: 1,
    onLine: false,
  })
  expect(new Set(report.results.map(({ reason }) => reason))).toEqual(
    new Set(["it needs several processes: start it with runConformance({ module })"]),
  )
})

test("a run without a factory and without a module names what is missing", async () => {
  await expect(runConformance({ seed: 1, onLine: false })).rejects.toThrow("Give runConformance a factory")
})
