import { memoryAdapter } from "mortise/memory"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Report, runConformance } from "../src/index.ts"
import { hostRun } from "../src/suites/authjs/host-run.ts"
import { openSharedServer } from "./fixtures/shared-server.ts"
import { goodAdapter } from "./support/run-cases.ts"

const hangingAdapter = () => ({ ...goodAdapter(), getSessionAndUser: () => new Promise<never>(() => {}) })

async function run(adapter: object) {
  const lines: string[] = []
  const start = performance.now()
  const report = await runConformance({
    factory: () => ({ adapter }),
    seed: 1,
    onLine: (line) => lines.push(line),
  })
  return { report, lines, seconds: (performance.now() - start) / 1000 }
}

const problems = ({ results }: Report) => results.filter(({ error }) => error)

describe("a run with a lookup that never returns", () => {
  let usual: Awaited<ReturnType<typeof run>>
  let hanging: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    usual = await run(goodAdapter())
    hanging = await run(hangingAdapter())
  })

  test("takes at most three times as long as usual", () => {
    expect(usual.report.failed).toBe(0)
    // A few seconds more, because the machine may be busier in one of the runs.
    expect(hanging.seconds).toBeLessThan(3 * usual.seconds + 5)
  })

  test("has a result for every case", () => {
    expect(hanging.report.results.filter(Boolean)).toHaveLength(usual.report.results.length)
    expect(hanging.report.passed).toBeGreaterThan(250)
  })

  test("fails each case that waits for the lookup, and no other", () => {
    expect(problems(hanging.report).length).toBeGreaterThan(80)
    for (const { error } of problems(hanging.report))
      expect(error?.received).toMatch(/^none; still running: getSessionAndUser/)
  })

  test("says how often the lookup has not returned, and how many other calls have", () => {
    const texts = problems(hanging.report).map(({ error }) => error?.message ?? "")
    expect(texts.filter((text) => !text.includes("earlier case"))).toHaveLength(1)
    expect(texts.some((text) => /which has not returned in \d+ earlier cases$/m.test(text))).toBe(true)
    expect(
      texts.some((text) => /an answer within [\d.]+ seconds, in which \d+ later calls returned$/m.test(text)),
    ).toBe(true)
  })

  test("prints the simplest failure of each cause, and none twice", () => {
    const counts = problems(hanging.report).map(
      ({ id }) => hanging.lines.filter((line) => line.includes(` ${id}: `)).length,
    )
    expect(Math.max(...counts)).toBe(1)
  })
})

test("in a test runner, the cases that hang end together", async () => {
  const host = hostRun({ factory: () => ({ adapter: hangingAdapter() }), seed: 1 })
  const start = performance.now()
  const failures: unknown[] = []
  for (const { testCase: of } of host.tests) await host.run(of).catch((error) => failures.push(error))
  await host.close()
  expect((performance.now() - start) / 1000).toBeLessThan(20)
  expect(failures.length).toBeGreaterThan(80)
})

describe("with other processes", () => {
  let server: Awaited<ReturnType<typeof openSharedServer>>
  beforeAll(async () => {
    server = await openSharedServer(memoryAdapter({ onWarning: () => {} }))
    process.env["SHARED_STORE_URL"] = server.url
  })
  afterAll(() => server.close())

  test("a race that hangs does not hold up the next race", async () => {
    const { results } = await runConformance({
      module: new URL("./fixtures/hanging-module.ts", import.meta.url),
      only: ["processes", "sessions", "users", "verification-tokens"],
      processes: 2,
      execArgv: ["--import", "tsx"],
      seed: 1,
      onLine: false,
    })
    const status = (id: string) => results.find((result) => result.id === id)?.status
    expect(status("processes/sign-out-is-seen-everywhere")).toBe("failed")
    expect(status("processes/one-store")).toBe("failed")
    expect(status("processes/one-token")).toBe("passed")
    expect(status("processes/one-passkey")).toBe("passed")
  })
})
