import { beforeAll, describe, expect, test } from "vitest"
import { installRuntimes } from "../../runtimes/install.ts"
import { runProgram } from "../../runtimes/run-program.ts"
import { checksOn } from "./checks/index.ts"
import { type ClientName, clients } from "./clients/registry.ts"
import type { Task } from "./program.ts"
import type { Conformance } from "./support/conformance.ts"
import { createQueue } from "./support/queue.ts"

const MINUTE = 60_000
const program = new URL("program.ts", import.meta.url)
const names = Object.keys(clients) as ClientName[]

// Several run concurrently: each waits for locks and round trips most of the time.
const inQueue = createQueue(4)
const reports = new Map<string, Promise<unknown>>()
const start = (name: ClientName, task: Task) =>
  inQueue(async () => {
    const run = () => runProgram(clients[name].runtime, program, [name, task], { timeoutMs: 5 * MINUTE })
    // The libSQL server was seen to stop answering under load, with a busy core, in one of many runs. It gets a second one.
    return clients[name].kind === "server" ? run().catch(run) : run()
  })

const isFile = (name: ClientName) => ["connection", "pool"].includes(clients[name].kind)
const tasksOn = (name: ClientName): Task[] => [
  "conformance",
  "checks",
  ...(isFile(name) ? (["processes"] as const) : []),
]

beforeAll(async () => {
  await installRuntimes()
  for (const name of names)
    for (const task of tasksOn(name)) reports.set(`${task} ${name}`, start(name, task))
  await Promise.allSettled(reports.values())
}, 15 * MINUTE)

describe.each(names)("%s", (name) => {
  test("conforms", async () => {
    const report = (await reports.get(`conformance ${name}`)) as Conformance
    expect(report.failures).toEqual([])
    expect(report.misfits).toEqual([])
    expect(report.passed).toBeGreaterThan(150)
  })

  if (isFile(name))
    test("conforms between processes", async () => {
      const report = (await reports.get(`processes ${name}`)) as Conformance
      expect(report.failures).toEqual([])
      expect(report.passed).toBeGreaterThan(5)
    })

  test.each(checksOn(clients[name].kind))("%s", async (check) => {
    expect(await reports.get(`checks ${name}`)).toHaveProperty([check], null)
  })
})
