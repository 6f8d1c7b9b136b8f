import { describe, expect, test } from "vitest"
import { defineSchema } from "../../../src/index.ts"
import { openWithAda, sessionOf } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { spyOnStore } from "../support/store-spy.ts"

describe("the id of a user", () => {
  test("given: stores the caller's id, or generates one", async () => {
    const { adapter } = openMemory()
    expect((await adapter.createUser({ id: "ada", name: "A" })).id).toBe("ada")
    expect((await adapter.createUser({ name: "B" })).id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  test("serial: ignores the caller's id and returns the stored one", async () => {
    const { adapter } = openMemory({ schema: defineSchema({ ids: "serial" }) })
    expect((await adapter.createUser({ id: "ada", name: "A" })).id).toBe("1")
    expect((await adapter.createUser({ name: "B" })).id).toBe("2")
    expect(await adapter.getUser("2")).toMatchObject({ name: "B" })
    expect(await adapter.createSession(sessionOf("2"))).toEqual(sessionOf("2"))
    expect(await adapter.listAuthenticatorsByUserId("2")).toEqual([])
  })

  test("uuid: ignores the caller's id and returns the stored one", async () => {
    const { adapter } = openMemory({ schema: defineSchema({ ids: "uuid" }) })
    const { id } = await adapter.createUser({ id: "ada", name: "A" })
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await adapter.getUser(id)).toMatchObject({ name: "A" })
  })

  test.each([
    ["serial", ["0", "01", "-1", "1.0", "1e3", " 1", "1 OR 1=1", "ada", "9".repeat(19)]],
    ["uuid", ["1", "ada", "0195a0b8-0000-7000-8000-00000000000", "0195A0B8-0000-7000-8000-000000000000"]],
  ] as const)("%s: an id that the database cannot have created needs no query", async (ids, strange) => {
    const { adapter, calls } = spyOnStore({ schema: defineSchema({ ids }) })
    await adapter.createUser({ name: "A" })
    calls.length = 0
    for (const id of strange) {
      expect(await adapter.getUser(id)).toBeNull()
      expect(await adapter.deleteUser(id)).toBeNull()
      expect(await adapter.listAuthenticatorsByUserId(id)).toEqual([])
      await expect(adapter.updateUser({ id, name: "B" })).rejects.toMatchObject({ code: "not_found" })
      await expect(adapter.createSession(sessionOf(id))).rejects.toMatchObject({ code: "not_found" })
    }
    expect(calls).toEqual([])
  })

  test("the id of a user cannot change", async () => {
    const { adapter } = await openWithAda()
    await adapter.updateUser({ id: "ada", name: "B" })
    expect((await adapter.getUser("ada"))?.id).toBe("ada")
  })
})
