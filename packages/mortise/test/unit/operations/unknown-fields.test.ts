import { describe, expect, test, vi } from "vitest"
import { defineSchema, type UnknownFields, upkeep } from "../../../src/index.ts"
import { sessionOf } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"

/** Undeclared fields, with a type that every operation accepts. */
const undeclared = (fields: Record<string, unknown>) => fields as object

function open(unknown?: UnknownFields) {
  const warn = vi.fn()
  const schema = defineSchema(unknown ? { unknown } : {})
  return { ...openMemory({ schema, onWarning: warn }), warn, schema }
}

describe("Unknown fields are dropped by default", () => {
  test("with one warning per field name", async () => {
    const { adapter, warn } = open()
    for (const id of ["ada", "bob"])
      await adapter.createUser({ id, ...undeclared({ nickname: "N", age: 7 }) })
    await adapter.updateUser({ id: "ada", ...undeclared({ nickname: "M" }) })
    await adapter.createSession({ ...sessionOf("ada"), ...undeclared({ nickname: "S" }) })
    expect(warn.mock.calls.flat()).toEqual([
      'mortise: user.nickname is not declared and was dropped; declare it with defineSchema, or set unknown: "keep".',
      'mortise: user.age is not declared and was dropped; declare it with defineSchema, or set unknown: "keep".',
      'mortise: session.nickname is not declared and was dropped; declare it with defineSchema, or set unknown: "keep".',
    ])
    expect(await adapter.getUser("ada")).not.toHaveProperty("nickname")
  })

  test("with one warning per schema, even if several adapters share it", async () => {
    const { adapter, warn, schema } = open()
    await adapter.createUser({ id: "ada", ...undeclared({ nickname: "N" }) })
    await openMemory({ schema, onWarning: warn }).adapter.createUser({
      id: "ada",
      ...undeclared({ nickname: "N" }),
    })
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test("without a warning if they are undefined, as in the profiles of some providers", async () => {
    const { adapter, warn } = open()
    await adapter.createUser({ id: "ada", ...undeclared({ nickname: undefined }) })
    expect(warn).not.toHaveBeenCalled()
  })

  test("SEC-M2 and their names can neither forge a log line nor fill the memory", async () => {
    const { adapter, warn } = open()
    await adapter.createUser({ id: "ada", ...undeclared({ ["x\nerror: \u001b[31m".padEnd(999, "y")]: 1 }) })
    const [line] = warn.mock.calls.flat()
    expect(line).toMatch(/^[\x20-\x7e]{1,200}$/)
    for (let n = 0; n < 300; n++) await adapter.updateUser({ id: "ada", ...undeclared({ [`name${n}`]: 1 }) })
    expect(warn.mock.calls.length).toBe(200)
  })

  test("SEC-J4 even if their names are SQL or operators", async () => {
    const { adapter } = open()
    const names = ['x" = 1 --', "`", "$where", "a.b", "::cast"]
    const user = await adapter.createUser({
      id: "ada",
      ...undeclared(Object.fromEntries(names.map((name) => [name, 1]))),
    })
    expect(Object.keys(user).sort()).toEqual(["email", "emailVerified", "id", "image", "name"])
  })

  test("and a row of unknown fields only is refused", async () => {
    const { adapter } = open()
    await expect(adapter.createUser(undeclared({ nickname: "N" }))).rejects.toMatchObject({ code: "invalid" })
    expect(await rowsOf(adapter, "user")).toEqual([])
  })
})

describe('unknown: "refuse"', () => {
  test("throws invalid with the name of the field, for a new row and for an update", async () => {
    const { adapter, warn } = open("refuse")
    await adapter.createUser({ id: "ada" })
    const refused = {
      code: "invalid",
      fields: ["nickname"],
      message: "user.nickname is not declared; declare it with defineSchema.",
    }
    await expect(adapter.createUser({ id: "b", ...undeclared({ nickname: "N" }) })).rejects.toMatchObject(
      refused,
    )
    await expect(adapter.updateUser({ id: "ada", ...undeclared({ nickname: "N" }) })).rejects.toMatchObject(
      refused,
    )
    expect(await rowsOf(adapter, "user")).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
  })

  test("accepts undefined", async () => {
    const { adapter } = open("refuse")
    expect(await adapter.createUser({ id: "ada", ...undeclared({ nickname: undefined }) })).toMatchObject({
      id: "ada",
    })
  })
})

describe('unknown: "keep"', () => {
  test("returns unknown fields as fields of the row, from every operation", async () => {
    const { adapter, warn } = open("keep")
    const kept = { nickname: "N", settings: { theme: "dark", sizes: [1, 2] } }
    const user = await adapter.createUser({ id: "ada", email: "ada@example.com", ...undeclared(kept) })
    await adapter.createSession({ ...sessionOf("ada"), ...undeclared({ device: "phone" }) })
    expect(user).toEqual({
      id: "ada",
      email: "ada@example.com",
      name: null,
      image: null,
      emailVerified: null,
      ...kept,
    })
    expect(await adapter.getUser("ada")).toEqual(user)
    expect(await adapter.getUserByEmail("ada@example.com")).toEqual(user)
    expect(await adapter.getSessionAndUser("session-token")).toEqual({
      session: { ...sessionOf("ada"), device: "phone" },
      user,
    })
    expect((await upkeep(adapter)?.page("user"))?.rows).toEqual([user])
    expect(await adapter.deleteUser("ada")).toEqual(user)
    expect(warn).not.toHaveBeenCalled()
  })

  test("changes only the given fields in an update, and null clears a field", async () => {
    const { adapter } = open("keep")
    await adapter.createUser({ id: "ada", ...undeclared({ a: 1, b: { c: 2 }, d: null }) })
    expect(await adapter.getUser("ada")).not.toHaveProperty("d")
    const updated = await adapter.updateUser({
      id: "ada",
      name: "Ada",
      ...undeclared({ a: null, b: [3], e: 4 }),
    })
    expect(updated).toMatchObject({ name: "Ada", b: [3], e: 4 })
    expect(updated).not.toHaveProperty("a")
    expect(await adapter.getUser("ada")).toEqual(updated)
    expect(await adapter.updateUser({ id: "ada", ...undeclared({ b: undefined }) })).toEqual(updated)
    expect(await adapter.updateUser({ id: "ada", name: "A" })).toMatchObject({ b: [3], e: 4 })
  })

  test("adds the first unknown field of a row in an update", async () => {
    const { adapter } = open("keep")
    await adapter.createUser({ id: "ada" })
    await adapter.updateUser({ id: "ada", ...undeclared({ nickname: "N" }) })
    expect(await adapter.getUser("ada")).toMatchObject({ nickname: "N" })
  })

  test("never replaces a declared field, and stores a field named like the column too", async () => {
    const { adapter } = open("keep")
    const user = await adapter.createUser({
      id: "ada",
      ...undeclared({ extra: { id: "eve", email: "eve" } }),
    })
    expect(user).toMatchObject({ id: "ada", email: null, extra: { id: "eve", email: "eve" } })
  })

  test.each([
    ["a Date", new Date()],
    ["a function", () => {}],
    ["a bigint", 1n],
    ["a text that is too long", "x".repeat(65 * 1024)],
  ])("refuses %s; the error names the field", async (_, nickname) => {
    const { adapter } = open("keep")
    await expect(adapter.createUser({ id: "ada", ...undeclared({ nickname }) })).rejects.toMatchObject({
      code: "invalid",
      fields: ["nickname"],
    })
    expect(await rowsOf(adapter, "user")).toEqual([])
  })

  test("stores at most 64 KiB of unknown fields per row", async () => {
    const { adapter } = open("keep")
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`f${n}`, "x".repeat(10 * 1024)]))
    await expect(adapter.createUser({ id: "ada", ...undeclared(many) })).rejects.toMatchObject({
      code: "invalid",
    })
  })
})
