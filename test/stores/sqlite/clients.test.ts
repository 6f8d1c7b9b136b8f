import { beforeAll, describe, expect, test } from "vitest"
import { installRuntimes } from "../../runtimes/install.ts"
import { runProgram } from "../../runtimes/run-program.ts"
import { checksOn } from "./checks/index.ts"
import { type ClientName, clients } from "./clients/registry.ts"
import type { Conformance } from "./support/conformance.ts"

const MINUTE = 60_000
const program = new URL("program.ts", import.meta.url)

const report = (name: ClientName, task: "conformance" | "checks") =>
  runProgram(clients[name].runtime, program, [name, task])

beforeAll(() => installRuntimes(), 5 * MINUTE)

describe.each(Object.keys(clients) as ClientName[])("%s", (name) => {
  let conformance: Promise<unknown>
  let outcomes: Promise<unknown>
  // Both at once: each waits for locks and round trips more than it computes.
  beforeAll(() => {
    conformance = report(name, "conformance")
    outcomes = report(name, "checks")
    return Promise.allSettled([conformance, outcomes])
  }, 3 * MINUTE)

  test("conforms at quick effort", async () => {
    const { passed, troubles, misfits } = (await conformance) as Conformance
    expect(troubles).toEqual([])
    expect(misfits).toEqual([])
    expect(passed).toBeGreaterThan(150)
  })

  test.each(checksOn(clients[name].kind))("%s", async (check) => {
    expect(((await outcomes) as Record<string, string | null>)[check]).toBeNull()
  })
})
