import { beforeAll, expect, test } from "vitest"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { type ClientName, clientOf, clients } from "./clients/registry.ts"
import type { Conformance } from "./support/conformance.ts"
import { type Reports, startPrograms } from "./support/start-programs.ts"

const MINUTE = 60_000
const names = (Object.keys(clients) as ClientName[]).filter((name) => {
  const { kind, isSingleProcess = false } = clientOf(name)
  if (name === "node:sqlite of Node 22" && !isFullRun) return false
  return ["connection", "serial", "pool"].includes(kind) && !isSingleProcess
})

let reports: Reports
beforeAll(async () => {
  reports = await startPrograms(names.map((name) => [name, "processes"] as const))
  await reports.finished()
}, 15 * MINUTE)

test.each(names)("%s conforms between processes", async (name) => {
  const report = (await reports.of(name, "processes")) as Conformance
  expect(report.failures).toEqual([])
  expect(report.passed).toBeGreaterThan(5)
})
