import { describe, expect, test } from "vitest"
import { mortiseStorage } from "../../../mortise/src/better-auth/index.ts"
import { memoryAdapter } from "../../../mortise/src/stores/memory/memory-adapter.ts"
import type { Report } from "../../src/engine/report/report.ts"
import { storedSessions } from "../../src/suites/better-auth/flows/sessions.ts"
import { type BetterAuthSetup, runBetterAuth } from "../../src/suites/better-auth/index.ts"
import { storageCases } from "../../src/suites/better-auth/storage/index.ts"
import { storageMutants } from "./mutants/storage.ts"
import { storageInMemory } from "./support/storage-in-memory.ts"

const run = (setup: BetterAuthSetup, only: readonly string[]): Promise<Report> =>
  runBetterAuth({ factory: () => setup, only, seed: 1, onLine: false })

const problems = ({ results }: Report): string[] =>
  results.filter(({ error }) => error).map(({ id, status, error }) => `${id} ${status}: ${error?.received}`)

describe("every defect of a storage is found", () => {
  test.concurrent.each(storageMutants)("$name: $defect", async ({ by, open }) => {
    const { results } = await run({ storage: open() }, by)
    const found = results.filter(({ status }) => status === "failed" || status === "warned")
    expect(found.map(({ id }) => id).sort()).toEqual([...by].sort())
  })
})

const ids = storageCases.filter(({ processes, outage }) => !processes && !outage).map(({ id }) => id)

test("a storage in memory fails only by what Better Auth leaves to chance", async () => {
  expect(problems(await run({ storage: storageInMemory() }, ids))).toEqual([])
  const sessions = await run(
    { storage: storageInMemory() },
    storedSessions.map(({ id }) => id),
  )
  const failed = sessions.results.filter(({ status }) => status === "failed").map(({ id }) => id)
  expect(failed).toContain("stored-sessions/revoked")
  expect(failed.filter((id) => !/^(stored|mirrored)-sessions\/(?!others$)/.test(id))).toEqual([])
})

test("mortiseStorage passes, and its sessions stay ended", async () => {
  const storage = mortiseStorage(memoryAdapter(), { onWarning: false })
  const sessions = storedSessions.map(({ id }) => id).filter((id) => id.startsWith("stored-"))
  expect(problems(await run({ storage }, [...ids, ...sessions]))).toEqual([])
})

test("during an outage a storage throws, and one that returns null is found", async () => {
  const refuse = () => Promise.reject(new Error("down"))
  const down = { get: refuse, set: refuse, delete: refuse, getAndDelete: refuse, increment: refuse }
  const outage = () => {}
  expect(await run({ storage: down, outage }, ["storage-values/outage"])).toMatchObject({ passed: 1 })
  const silent = { ...down, get: async () => null }
  expect(await run({ storage: silent, outage }, ["storage-values/outage"])).toMatchObject({ failed: 1 })
})

test("each mutant has a unique name, and its defect in one line", () => {
  expect(new Set(storageMutants.map(({ name }) => name)).size).toBe(storageMutants.length)
  for (const { name, defect } of storageMutants) expect(defect, name).toMatch(/^\S.{10,110}[^.]$/)
})
