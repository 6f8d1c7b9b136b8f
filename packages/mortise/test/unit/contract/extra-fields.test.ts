import { describe, expect, test } from "vitest"
import { boolean, date, defineSchema, integer, json, number, text } from "../../../src/index.ts"
import { passkeyOf, sessionOf } from "../../support/ada.ts"
import { at, openMemory } from "../../support/memory.ts"

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
