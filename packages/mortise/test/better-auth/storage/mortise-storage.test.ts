import type { SecondaryStorage } from "better-auth"
import { expect, expectTypeOf, test } from "vitest"
import { mortiseStorage } from "../../../src/better-auth/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../../support/databases.ts"
import { canary, failure } from "../../support/failure.ts"
import { adapterOver } from "../../unit/support/store-spy.ts"
import { describeStorage } from "./describe-storage.ts"

describeStorage("memory", async (options) => memoryAdapter(options))
describeStorage("SQLite", async (options) => {
  const adapter = openLibsql().adapter(options)
  await migrate(adapter)
  return adapter
})

test("ends a call at its deadline, and says what may have happened", async () => {
  const hangs = () => new Promise<never>(() => {})
  const adapter = adapterOver(() => ({ find: hangs, insert: hangs, update: hangs, take: hangs }))
  const storage = mortiseStorage(adapter, { timeoutSeconds: 0.02 })
  await failure(storage.get(canary), "transient")
  await failure(storage.set(canary, canary, 60), "indeterminate")
  await failure(storage.increment(canary, 60), "indeterminate")
})

test("throws during an outage instead of returning null", async () => {
  const fails = () => Promise.reject(new Error("down"))
  const adapter = adapterOver(() => ({ find: fails, insert: fails, update: fails, take: fails }))
  const { get, getAndDelete, delete: remove } = mortiseStorage(adapter)
  for (const call of [get, getAndDelete, remove]) await expect(call(canary)).rejects.toThrow("down")
})

test("refuses options and adapters that it does not know", () => {
  expect(() => mortiseStorage(memoryAdapter(), { prefixes: "a" } as never)).toThrow("prefix")
  expect(() => mortiseStorage(memoryAdapter(), { timeoutSeconds: 0 })).toThrow("timeoutSeconds")
  expect(() => mortiseStorage({} as never)).toThrow("adapter of Mortise")
})

test("is what Better Auth takes", () => {
  expectTypeOf(mortiseStorage(memoryAdapter())).toExtend<SecondaryStorage>()
})
