import { describe, expect, test } from "vitest"
import { runProgram } from "../../../../workshop/src/runtimes/run-program.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { checks } from "./bun-sql/checks.ts"
import type { Suite, Task } from "./bun-sql/program.ts"
import { contests } from "./races/contests.ts"

const HOUR = 3_600_000
const program = new URL("./bun-sql/program.ts", import.meta.url)

describe.each(["postgres", "mariadb"])("bun-sql on %s", (engine) => {
  const run = (task: Task) => runProgram("bun", program, [engine, task], { timeoutMs: HOUR })

  test.runIf(isFullRun || engine === "postgres")("conforms", { timeout: HOUR }, async () => {
    const { passed, problems } = (await run("conformance")) as Suite
    expect(problems).toEqual([])
    expect(passed).toBeGreaterThan(100)
  })

  test("passes the checks of connections and transactions", { timeout: HOUR }, async () => {
    expect(await run("checks")).toEqual(Object.fromEntries(Object.keys(checks).map((name) => [name, null])))
  })

  test("every race has one winner", { timeout: HOUR }, async () => {
    expect(await run("races")).toEqual(Object.fromEntries(Object.keys(contests).map((name) => [name, []])))
  })
})

describe("bun-sql behind pgbouncer", () => {
  const run = (task: Task) => runProgram("bun", program, ["postgres", task], { timeoutMs: HOUR })

  test.runIf(isFullRun)(
    "conforms, with prepare: false where no session is kept",
    { timeout: HOUR },
    async () => {
      const suites = Object.entries((await run("poolers")) as Record<string, Suite>)
      expect(suites.map(([mode, { problems }]) => [mode, problems])).toEqual([
        ["transaction", []],
        ["session", []],
        ["statement", []],
      ])
      for (const [, { passed }] of suites) expect(passed).toBeGreaterThan(100)
    },
  )

  test("fails without prepare: false, with an error that names it", { timeout: HOUR }, async () => {
    expect(await run("unprepared")).toContainEqual(
      expect.stringMatching("open the client with prepare: false"),
    )
  })
})
