import { memoryAdapter } from "mortise/memory"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type ChaosTarget, withstand } from "../../src/chaos/processes/withstand.ts"
import { openSharedServer } from "../fixtures/shared-server.ts"

// Each fault needs several processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const store = memoryAdapter()
let server: Awaited<ReturnType<typeof openSharedServer>>

beforeAll(async () => {
  server = await openSharedServer(store)
  process.env["SHARED_STORE_URL"] = server.url
})

afterAll(() => server.close())

const target = (module: string): ChaosTarget => ({
  module: new URL(`../fixtures/${module}.ts`, import.meta.url),
  ...{ processes: 2, execArgv: ["--import", "tsx"], entry: store, nodes: [{ name: "n1", adapter: store }] },
})

const nothing = { name: "nothing happens", inject: () => {} }

describe("the load of several processes", () => {
  test("a killed process leaves its open calls; a crash, a late call and a cluster that does not heal are found", async () => {
    let checks = 0
    const check = () => {
      if (checks++ > 0) throw new Error("a node is missing")
    }
    const getUserByEmail = async () => {
      throw new Error("connection refused")
    }
    const unreadable = { name: "n2", adapter: { ...store, getUserByEmail } }
    const failing = {
      ...target("failing-load-module"),
      ...{ timeoutSeconds: 0, check, healMs: 2500, nodes: [unreadable] },
    }
    const { calls, findings } = await withstand(failing, nothing)
    expect(calls.some(({ outcome }) => outcome === "lost")).toBe(true)
    // Two processes, and the one that replaces the killed one.
    const names = new Set(calls.map(({ key }) => /^\w+-(\d)-/.exec(key)?.[1]))
    for (const name of ["0", "1", "2"]) expect(names).toContain(name)
    expect(findings).toContainEqual(expect.objectContaining({ check: "set_up", subject: "n2" }))
    const checksFound = new Set(findings.map((finding) => finding.check))
    for (const check of ["crash", "deadline", "set_up"] as const) expect(checksFound).toContain(check)
  })

  test("a cluster that is not set up is refused before the load", async () => {
    const check = () => {
      throw new Error("asynchronous")
    }
    await expect(withstand({ ...target("shared-module"), check }, nothing)).rejects.toThrow("asynchronous")
  })
})
