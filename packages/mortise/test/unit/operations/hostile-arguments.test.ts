import { describe, expect, test, vi } from "vitest"
import { defineSchema, json, MortiseError } from "../../../src/index.ts"
import { sessionOf } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const invalid = { code: "invalid" }
const withFacts = { schema: defineSchema({ user: { fields: { facts: json() } } }) }

describe("SEC-J2 arguments are read once, as data", () => {
  test("a getter is never called, and its field is refused", async () => {
    const get = vi.fn(() => "ada@example.com")
    const row = Object.defineProperty({ id: "ada" }, "email", { get, enumerable: true })
    const { adapter, calls } = spyOnStore()
    await expect(adapter.createUser(row)).rejects.toMatchObject({ ...invalid, fields: ["email"] })
    expect(get).not.toHaveBeenCalled()
    expect(calls).toEqual([])
  })

  test.each(["drop", "keep", "refuse"] as const)(
    "the getter of an undeclared field is never called either (unknown: %s)",
    async (unknown) => {
      const get = vi.fn(() => "x")
      const row = Object.defineProperty({ id: "ada" }, "nickname", { get, enumerable: true })
      const { adapter } = openMemory({ schema: defineSchema({ unknown }) })
      await adapter.createUser(row).catch((error) => expect(error).toMatchObject(invalid))
      expect(get).not.toHaveBeenCalled()
    },
  )

  test("each field of a proxy is read once, so the checked value is the stored one", async () => {
    let asked = 0
    const row = new Proxy(
      { id: "ada" },
      {
        getOwnPropertyDescriptor: (target, name) => {
          asked += 1
          const value = asked > 1 ? { $ne: null } : Reflect.get(target, name)
          return { value, enumerable: true, configurable: true, writable: true }
        },
      },
    )
    const { adapter } = openMemory()
    await adapter.createUser(row).catch((error) => expect(error).toBeInstanceOf(MortiseError))
    for (const user of await rowsOf(adapter, "user")) expect(user).toMatchObject({ id: "ada" })
  })

  test("inherited fields are ignored", async () => {
    const { adapter } = openMemory()
    const row: { id?: string } = Object.create({ id: "inherited", name: "inherited" })
    row.id = "ada"
    expect(await adapter.createUser(row)).toMatchObject({ id: "ada", name: null })
  })

  test("an instance of a class is read by its own fields", async () => {
    const person = Object.assign(Object.create({ greet() {} }), { id: "ada", email: "ada@example.com" })
    const { adapter } = openMemory()
    const user = await adapter.createUser(person)
    expect(user).toMatchObject({ id: "ada", email: "ada@example.com" })
    expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
  })
})

describe("SEC-J5 names that could change a prototype", () => {
  const hostile =
    '{"id":"ada","__proto__":{"polluted":1,"email":"x@example.com"},"constructor":{"prototype":{"polluted":1}}}'

  test.each(["drop", "keep"] as const)("never change one (unknown: %s)", async (unknown) => {
    const { adapter } = openMemory({ schema: defineSchema({ unknown }) })
    const stored = [
      await adapter.createUser(JSON.parse(hostile)),
      await adapter.updateUser({ ...JSON.parse(hostile), name: "Ada" }),
      await adapter.getUser("ada"),
      await adapter.deleteUser("ada"),
    ]
    for (const user of stored) {
      expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
      expect(user).toMatchObject({ id: "ada", email: null })
      expect(user).not.toHaveProperty("polluted")
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test("never change one inside JSON", async () => {
    const { adapter } = openMemory(withFacts)
    const facts = JSON.parse('{"a":{"__proto__":{"polluted":1}},"b":[{"__proto__":{"polluted":1}}]}')
    const user = await adapter.createUser({ facts })
    expect(user.facts).toEqual({ a: {}, b: [{}] })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test("already on Object.prototype never become a field", async () => {
    const { adapter } = openMemory()
    const pollute = (name: string) =>
      Object.defineProperty(Object.prototype, name, { value: "polluted", configurable: true, writable: true })
    try {
      for (const name of ["email", "image", "userId"]) pollute(name)
      expect(await adapter.createUser({ id: "ada" })).toHaveProperty("image", null)
      await expect(
        adapter.createSession({ ...sessionOf("ada"), userId: undefined as unknown as string }),
      ).rejects.toMatchObject({ fields: ["userId"] })
    } finally {
      for (const name of ["email", "image", "userId"]) Reflect.deleteProperty(Object.prototype, name)
    }
  })
})
