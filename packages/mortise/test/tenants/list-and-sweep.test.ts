import { describe, expect, test } from "vitest"
import { MortiseError, slots } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { tenants } from "../../src/tenants/index.ts"
import { fillTenant, rowsOf } from "./support/people.ts"
import { stores } from "./support/processes.ts"

const openProcessOn = async (name: string) => (await stores[name]?.()) ?? expect.unreachable()

/** Stores slots that have expired by `afterwards`. */
async function expire(
  forTenant: ReturnType<Awaited<ReturnType<typeof openProcessOn>>>,
  tenant: string,
  count: number,
) {
  for (let index = 0; index < count; index++)
    await slots(forTenant(tenant)).claim({ key: `old-${index}`, expires: new Date(Date.now() + 60_000) })
}
const afterwards = new Date(Date.now() + 3_600_000)

describe.each(Object.keys(stores))("on %s", (name) => {
  test("tenants are listed by pages, and counted", async () => {
    const forTenant = (await openProcessOn(name))()
    for (const tenant of ["b", "a", "a-1", "c"]) await slots(forTenant(tenant)).set({ key: "k" })
    await fillTenant(forTenant("a"), 2)
    const all = tenants(forTenant)
    await all.sweep()
    const names: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof all.list>> = await all.list({ after, limit: 2 })
      names.push(...page.tenants.map((entry) => entry.name))
      after = page.next
      if (after === null) break
    }
    expect(names).toEqual(["a", "a-1", "b", "c"])
    expect(await all.count("a")).toEqual({ ...rowsOf(2), slot: 3 })
    expect(await all.count("nobody")).toEqual(rowsOf(0))
    expect(await all.read("nobody")).toBeNull()
    expect(await all.read("b")).toEqual({ name: "b", state: "active", receipt: null })
  })

  test("a sweep gives every tenant its share, and the rest to those that need it", async () => {
    const forTenant = (await openProcessOn(name))()
    await expire(forTenant, "a-large", 30)
    for (const tenant of ["b", "c", "d"]) await expire(forTenant, tenant, 2)
    const all = tenants(forTenant)
    const leftIn = async (tenant: string) => (await all.count(tenant)).slot
    expect(await all.sweep({ limit: 12 })).toEqual({ removed: 0, hasMore: false, next: null })

    expect(await all.sweep({ limit: 12, now: afterwards })).toEqual({
      removed: 12,
      hasMore: true,
      next: null,
    })
    expect(await Promise.all(["b", "c", "d"].map(leftIn))).toEqual([0, 0, 0])
    expect(await leftIn("a-large")).toBe(24)
    expect(await all.sweep({ now: afterwards })).toEqual({ removed: 24, hasMore: false, next: null })
  })

  test("each process continues with the tenants after those that the last sweep reached", async () => {
    const openProcess = await openProcessOn(name)
    for (const tenant of ["a", "b", "c"]) await expire(openProcess(), tenant, 10)
    const reached: (string | null)[] = []
    for (let run = 0; run < 4; run++) {
      const { next, removed } = await tenants(openProcess()).sweep({ limit: 1, now: afterwards })
      expect(removed).toBe(next === null ? 0 : 1)
      reached.push(next)
    }
    expect(reached).toEqual(["a", "b", "c", null])
    expect(await tenants(openProcess()).sweep({ limit: 1, now: afterwards, after: "b" })).toMatchObject({
      next: "c",
    })
  })
})

test("a tenant whose rows cannot be deleted does not stop the others", async () => {
  const openProcess = await openProcessOn("memory")
  for (const tenant of ["a", "b"]) await expire(openProcess(), tenant, 1)
  let calls = 0
  // The first four calls read where to continue, list the tenants, and store where the next sweep continues.
  const onCall = () => {
    if (++calls > 4) throw new MortiseError("unavailable", "The store cannot be reached.")
  }
  await expect(tenants(openProcess({ onCall })).sweep({ limit: 1, now: afterwards })).rejects.toThrow()
  const next = await tenants(openProcess()).sweep({ limit: 1, now: afterwards })
  expect(next).toEqual({ removed: 1, hasMore: true, next: "b" })
})

test("a sweep leaves tenants that are being removed to their removal", async () => {
  const forTenant = memoryAdapter({ tenants: true })
  await expire(forTenant, "a", 2)
  const all = tenants(forTenant)
  await all.remove("a", { signal: AbortSignal.abort() })
  expect(await all.sweep({ now: afterwards })).toMatchObject({ removed: 0 })
})

test.each<[string, () => unknown]>([
  ["a single adapter", () => tenants(memoryAdapter() as never)],
  ["a misspelled option", () => tenants(memoryAdapter({ tenants: true }), { clock: Date.now } as never)],
])("%s is refused", (_, call) => expect(call).toThrow(expect.objectContaining({ code: "invalid" })))

test.each<[string, (all: ReturnType<typeof tenants>) => Promise<unknown>]>([
  ["no name", (all) => all.remove("A B")],
  ["a batch of nothing", (all) => all.remove("a", { batch: 0 })],
  ["a misspelled option of a removal", (all) => all.remove("a", { abort: true } as never)],
  ["a limit of nothing", (all) => all.sweep({ limit: 0 })],
  ["too large a page", (all) => all.list({ limit: 1001 })],
  ["the count of a registry", (all) => all.count("*")],
])("%s is refused", async (_, call) => {
  await expect(call(tenants(memoryAdapter({ tenants: true })))).rejects.toMatchObject({ code: "invalid" })
})
