import { memoryAdapter } from "mortise/memory"
import { describe, expect, test } from "vitest"
import { runConformance } from "../src/index.ts"
import { hostRun } from "../src/suites/authjs/host-run.ts"
import { runProgram } from "./support/run-program.ts"

const only = ["users", "sessions"]
const quiet = { only, seed: 1, onLine: false } as const

type GetUser = ReturnType<typeof memoryAdapter>["getUser"]

/** An adapter whose getUser also does something that reaches no caller. */
const straying = (stray: () => unknown) => () => {
  const good = memoryAdapter()
  const getUser: GetUser = (id) => {
    stray()
    return good.getUser(id)
  }
  // The run closes the store after the last rejection.
  return { adapter: { ...good, getUser }, close: () => new Promise((resolve) => setTimeout(resolve, 40)) }
}

const reject = () => Promise.reject(new Error("the audit log is full"))
const strays = {
  "rejects a promise": [reject, "a rejection that nobody handled, which ends the process: Error: the audit"],
  "rejects a promise later": [() => void setTimeout(reject, 20), "a rejection that nobody handled"],
  "throws in a timer": [
    () => void setTimeout(() => JSON.parse("{"), 0),
    "an error that nobody caught, which ends the process: SyntaxError",
  ],
  "ends the process": [() => process.exit(0), "a call of process.exit(0)"],
} as const

describe("SEC-T31 what would end the process is a failure of the case that was running", () => {
  test.each(Object.entries(strays))("as a function: an adapter that %s", async (_, [stray, received]) => {
    const report = await runConformance({ factory: straying(stray), ...quiet })
    const failed = report.results.filter(({ error }) => error?.received.startsWith(received))
    expect(failed.map(({ id }) => id)).toContain("users/found-by-id")
    expect(failed.map(({ id }) => id)).not.toContain("sessions/created-is-returned")
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(["failed"]))
    expect(report.results.every(({ id }) => only.some((topic) => id.startsWith(topic)))).toBe(true)
  })

  test("as a should, too, and the listeners of the application stay", async () => {
    const listeners = [process.listeners("unhandledRejection"), process.listeners("uncaughtException")]
    const factory = straying(reject)
    const { failed } = await runConformance({ factory, ...quiet, only: ["missing-keys/return-null"] })
    expect(failed).toBe(1)
    expect([process.listeners("unhandledRejection"), process.listeners("uncaughtException")]).toEqual(
      listeners,
    )
  })

  test("in a test runner, also after the test of its case", async () => {
    const [now, later] = [straying(reject), straying(() => void setTimeout(reject, 20))].map((factory) =>
      hostRun({ factory, only: ["users/found-by-id"], seed: 1 }),
    )
    for (const { testCase: of } of now?.tests ?? [])
      await expect(now?.run(of)).rejects.toThrow("the audit log is full")
    await now?.close()
    for (const { testCase: of } of later?.tests ?? []) await later?.run(of)
    await expect(later?.close()).rejects.toThrow("the audit log is full")
  })
})

test.each([
  ["process.exit(0)", "while the store is opened"],
  ["new Promise(() => {})", "because nothing is left to do"],
])("SEC-T31 a run that did not finish does not end with code 0: %s, %s", (factory) => {
  const { code, stderr } = runProgram(`
    import { runConformance } from "./packages/conformance/src/index.ts"
    runConformance({ factory: () => ${factory}, onLine: false })`)
  expect(stderr).toContain("The conformance run did not finish")
  expect(code).toBe(1)
})
