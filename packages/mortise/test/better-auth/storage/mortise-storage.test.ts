import type { SecondaryStorage } from "better-auth"
import { expect, expectTypeOf, test } from "vitest"
import { mortiseStorage } from "../../../src/better-auth/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../../support/databases.ts"
import { canary, failure } from "../../support/failure.ts"
import { adapterOver, spyOnStore } from "../../unit/support/store-spy.ts"
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
  for (const prefix of [1, null, "a\0", "\ud800", "é".repeat(51)])
    expect(() => mortiseStorage(memoryAdapter(), { prefix } as never)).toThrow("the prefix must be")
  expect(() => mortiseStorage(memoryAdapter(), { now: 5 } as never)).toThrow("now must be")
  expect(() => mortiseStorage(memoryAdapter(), { onWarning: "console" } as never)).toThrow("onWarning must")
  for (const adapter of [{}, undefined, null, "redis"])
    expect(() => mortiseStorage(adapter as never)).toThrow("adapter of Mortise")
})

test("takes every key with the longest prefix", async () => {
  const { get, set } = mortiseStorage(memoryAdapter(), { prefix: "p".repeat(100) })
  for (const key of ["k", "k".repeat(400), "k".repeat(401)]) {
    await set(key, "value", 60)
    expect(await get(key)).toBe("value")
  }
})

test("SEC-T14 no key has the slot of a longer one, whose hash it spells", async () => {
  const asked: unknown[] = []
  const adapter = adapterOver((memory) => ({
    find(...lookup) {
      asked.push(lookup)
      return memory.find(...lookup)
    },
  }))
  const { get, set } = mortiseStorage(adapter)
  const long = "k".repeat(401)
  await set(long, "long", 60)
  expect(await get(long)).toBe("long")
  const hashed = /#[^"]+/.exec(JSON.stringify(asked))?.[0] as string
  expect(hashed).toMatch(/^#/)
  expect(await get(hashed)).toBe(null)
  await set(hashed, "short", 60)
  expect([await get(hashed), await get(long)]).toEqual(["short", "long"])
})

test("is what Better Auth takes", () => {
  expectTypeOf(mortiseStorage(memoryAdapter())).toExtend<SecondaryStorage>()
})

test("makes few calls of the store", async () => {
  const { adapter, calls } = spyOnStore()
  const storage = mortiseStorage(adapter)
  const expiresAt = Date.now() + 60_000
  const session = JSON.stringify({ session: { userId: "u", expiresAt }, user: {} })
  const costs: Record<string, number> = {}
  const count = async (name: string, call: () => Promise<unknown>) => {
    calls.length = 0
    await call()
    costs[name] = calls.length
  }
  await count("set, new", () => storage.set("key", "1", 60))
  await count("set", () => storage.set("key", "2", 60))
  await count("get", () => storage.get("key"))
  await count("getAndDelete", () => storage.getAndDelete("key"))
  await count("increment, new", () => storage.increment("count", 60))
  await count("increment", () => storage.increment("count", 60))
  await count("list a session", () =>
    storage.set("active-sessions-u", JSON.stringify([{ token: "t", expiresAt }]), 60),
  )
  await count("store a session", () => storage.set("t", session, 59))
  await count("read a session", () => storage.get("t"))
  await count("read the list", () => storage.get("active-sessions-u"))
  await count("end a session", () => storage.delete("t"))
  expect(costs).toEqual({
    "set, new": 2,
    set: 1,
    get: 1,
    getAndDelete: 2,
    "increment, new": 2,
    increment: 1,
    "list a session": 3,
    "store a session": 3,
    "read a session": 1,
    "read the list": 1,
    "end a session": 4,
  })
})
