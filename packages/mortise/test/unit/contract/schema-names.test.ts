import { describe, expect, test } from "vitest"
import { defineSchema, text } from "../../../src/index.ts"
import { at, openMemory } from "../../support/memory.ts"

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
