import { expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { tenantRegistry, tenantStates, tenantTrustMs } from "../../../src/contract/tenants.ts"
import { createAdapter } from "../../../src/operations/create-adapter.ts"
import { never } from "../../../src/operations/slots.ts"
import { createMemoryStore, createTables } from "../../../src/stores/memory/memory-store.ts"
import { createMemoryUpkeep } from "../../../src/stores/memory/memory-upkeep.ts"

const roundTrips = { insert: 0, find: 0, list: 0, findWithUser: 0, update: 0, take: 0, removeUser: 0 }

test("what a process has read about a tenant is as old as the start of the read", async () => {
  const readMs = tenantTrustMs - 1000
  let time = 0
  let reads = 0
  const open = (tenant?: string) => {
    const tables = createTables(defaultSchema())
    const store = createMemoryStore(tables, "given")
    const find: typeof store.find = async (...args) => {
      if (tenant !== tenantRegistry) return store.find(...args)
      reads++
      time += readMs
      return store.find(...args)
    }
    return { store: { ...store, find }, upkeep: createMemoryUpkeep(tables) }
  }
  const definition = { name: "slow", open, removal: "atomic", durability: "none", roundTrips } as const
  const forTenant = createAdapter(definition, { tenants: true, now: () => time })

  await forTenant("acme").getUser("u1")
  time += tenantTrustMs - readMs - 1
  await forTenant("acme").getUser("u1")
  expect(reads).toBe(1)
  time += 1
  await forTenant("acme").getUser("u1")
  expect(reads).toBe(2)
})

test("the first row of a name that is used again does not undo a removal that began meanwhile", async () => {
  const registry = createMemoryStore(createTables(defaultSchema()), "given")
  const key = { key: "acme" }
  const setState = (state: (typeof tenantStates)[number]) => ({ count: tenantStates.indexOf(state) })
  registry.insert([["slot", { ...key, value: null, expires: never, ...setState("removed") }]])
  // Another process uses the name first, and its tenant is removed.
  const update: typeof registry.update = (...args) => {
    registry.update("slot", key, setState("removing"))
    return registry.update(...args)
  }
  const open = (tenant?: string) => {
    const tables = createTables(defaultSchema())
    const store = tenant === tenantRegistry ? { ...registry, update } : createMemoryStore(tables, "given")
    return { store, upkeep: createMemoryUpkeep(tables) }
  }
  const definition = { name: "racing", open, removal: "atomic", durability: "none", roundTrips } as const
  const forTenant = createAdapter(definition, { tenants: true })
  await expect(forTenant("acme").createUser({ id: "u1", email: "ada@example.com" })).rejects.toMatchObject({
    code: "readonly",
  })
  expect(registry.find("slot", key)).toMatchObject(setState("removing"))
})
