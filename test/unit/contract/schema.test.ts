import { describe, expect, test } from "vitest"
import { boolean, date, defineSchema, integer, json, number, text } from "../../../src/index.ts"
import { at, openMemory } from "../support/memory.ts"
import { openWithAda, passkeyOf, sessionOf } from "../support/people.ts"

const columnsOf = (schema: ReturnType<typeof defineSchema>, model: "user" | "account" | "authenticator") =>
  schema.models[model].fields.map(({ column }) => column)

describe("names", () => {
  test("are those of the contract by default", () => {
    const { models } = defineSchema()
    expect(Object.values(models).map(({ table }) => table)).toEqual([
      "users",
      "accounts",
      "sessions",
      "verification_tokens",
      "authenticators",
      "slots",
    ])
    for (const { fields } of Object.values(models))
      for (const { name, column } of fields) expect(column).toBe(name)
  })

  test("are in snake case with naming: snake_case", () => {
    const schema = defineSchema({ naming: "snake_case", user: { fields: { lastLoginIP: text() } } })
    expect(columnsOf(schema, "user")).toEqual([
      "id",
      "name",
      "email",
      "email_verified",
      "image",
      "last_login_ip",
    ])
    expect(columnsOf(schema, "account").slice(0, 6)).toEqual([
      "user_id",
      "type",
      "provider",
      "provider_account_id",
      "access_token",
      "refresh_token",
    ])
    expect(columnsOf(schema, "authenticator")[0]).toBe("credential_id")
  })

  test("given for a table or a column override prefix and naming", () => {
    const schema = defineSchema({
      naming: "snake_case",
      prefix: "auth_",
      user: { table: "app_user", columns: { emailVerified: "email_verified_at" } },
      slot: { table: "facts" },
    })
    expect(schema.models.user.table).toBe("app_user")
    expect(schema.models.slot.table).toBe("facts")
    expect(schema.models.session.table).toBe("auth_sessions")
    expect(columnsOf(schema, "user")).toContain("email_verified_at")
  })

  test("do not change the contract: rows have the names of the fields", async () => {
    const schema = defineSchema({ naming: "snake_case", user: { columns: { name: "full_name" } } })
    const { adapter } = openMemory({ schema })
    const user = await adapter.createUser({ id: "ada", name: "Ada", emailVerified: at(0) })
    expect(user).toEqual({ id: "ada", name: "Ada", email: null, emailVerified: at(0), image: null })
  })

  test("cannot be changed after the schema is created", () => {
    const schema = defineSchema()
    expect(Object.isFrozen(schema)).toBe(true)
    expect(Object.isFrozen(schema.models.user)).toBe(true)
    expect(schema.models.user.fields.every(Object.isFrozen)).toBe(true)
  })
})

describe("extra fields", () => {
  const schema = defineSchema({
    user: {
      fields: {
        role: text({ default: "member", oneOf: ["member", "admin"] }),
        joined: date({ default: () => at(0) }),
        logins: integer({ default: 0, min: 0 }),
        trust: number({ max: 1 }),
        banned: boolean({ default: false }),
        facts: json({ optional: true }),
        team: text({ required: true }),
        contact: text({ form: "email", optional: true }),
      },
    },
    session: { fields: { device: text({ optional: true, secret: true }) } },
    authenticator: { fields: { label: text() } },
  })

  test("that the caller omits get their default, get null, or are left out, as declared", async () => {
    const { adapter } = openMemory({ schema })
    expect(await adapter.createUser({ id: "ada", team: "engines" })).toEqual({
      id: "ada",
      name: null,
      email: null,
      emailVerified: null,
      image: null,
      role: "member",
      joined: at(0),
      logins: 0,
      trust: null,
      banned: false,
      team: "engines",
    })
  })

  test("are stored, returned by every operation, and updated", async () => {
    const { adapter } = openMemory({ schema })
    const given = {
      role: "admin",
      joined: at(5),
      logins: 3,
      trust: 0.5,
      banned: true,
      facts: { likes: ["numbers"] },
      team: "t",
    } as const
    await adapter.createUser({ id: "ada", email: "ada@example.com", ...given })
    await adapter.createSession({ ...sessionOf("ada"), device: "phone" })
    expect(await adapter.getUser("ada")).toMatchObject(given)
    expect(await adapter.getUserByEmail("ada@example.com")).toMatchObject(given)
    expect(await adapter.getSessionAndUser("session-token")).toMatchObject({
      user: given,
      session: { device: "phone" },
    })
    const updated = await adapter.updateUser({ id: "ada", logins: 4, facts: null, trust: undefined })
    expect(updated).toMatchObject({ logins: 4, trust: 0.5, role: "admin" })
    expect(updated).not.toHaveProperty("facts")
    expect(await adapter.createAuthenticator({ ...passkeyOf("ada"), label: "key" })).toMatchObject({
      label: "key",
    })
  })

  test("are stored in their declared canonical form", async () => {
    const { adapter } = openMemory({ schema })
    expect(await adapter.createUser({ team: "t", contact: " ADA@Example.com" })).toMatchObject({
      contact: "ada@example.com",
    })
  })

  test.each([
    ["role", "owner"],
    ["joined", "2026-03-04"],
    ["logins", 0.5],
    ["logins", -1],
    ["trust", 1.5],
    ["banned", 0],
    ["facts", new Date()],
    ["team", null],
    ["role", null],
  ])("%s refuses %j", async (field, value) => {
    const { adapter } = openMemory({ schema })
    await expect(adapter.createUser({ team: "t", [field]: value })).rejects.toMatchObject({
      code: "invalid",
      fields: [field],
    })
    await adapter.createUser({ id: "ada", team: "t" })
    await expect(adapter.updateUser({ id: "ada", [field]: value })).rejects.toMatchObject({
      code: "invalid",
      fields: [field],
    })
  })
})

describe("Ids", () => {
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
  ] as const)("%s: an id that the database cannot have created belongs to no user", async (ids, strange) => {
    const { adapter } = openMemory({ schema: defineSchema({ ids }) })
    await adapter.createUser({ name: "A" })
    for (const id of strange) {
      expect(await adapter.getUser(id)).toBeNull()
      expect(await adapter.deleteUser(id)).toBeNull()
      expect(await adapter.listAuthenticatorsByUserId(id)).toEqual([])
      await expect(adapter.updateUser({ id, name: "B" })).rejects.toMatchObject({ code: "not_found" })
      await expect(adapter.createSession(sessionOf(id))).rejects.toMatchObject({ code: "not_found" })
    }
  })

  test("the id of a user cannot change", async () => {
    const { adapter } = await openWithAda()
    await adapter.updateUser({ id: "ada", name: "B" })
    expect((await adapter.getUser("ada"))?.id).toBe("ada")
  })
})
