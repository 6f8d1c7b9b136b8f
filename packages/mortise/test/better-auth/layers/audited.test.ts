import { emailOTP, organization } from "better-auth/plugins"
import Sqlite from "libsql"
import { describe, expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { audited, hashedSessions } from "../../../src/layers/index.ts"
import { auditKey, collect } from "../../layers/support/audited-memory.ts"
import { isSignedIn, listTokens, password, whereToken } from "./application.ts"
import { brief, email, emailAndPassword, hash, openAudited, takeNew } from "./audited-application.ts"

describe("a record", () => {
  test("is made for each write of the flows, and names the user", async () => {
    const { records, visit, findUserId } = await openAudited({
      user: {
        changeEmail: { enabled: true, updateEmailWithoutVerification: true },
        deleteUser: { enabled: true },
      },
    })
    const ada = visit()
    const first = await ada.signUp(email)
    const user = await hash("user", await findUserId(email))
    expect(records.map(brief)).toEqual([
      "create user applied",
      "create account applied",
      "create session applied",
    ])
    expect(records[0]).toEqual({
      writer: expect.stringMatching(/^[\w-]{16}$/),
      sequence: 1,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      operation: "create",
      model: "user",
      outcome: "applied",
      subjects: { user, email: await hash("email", email) },
    })
    expect(records[1]?.subjects).toMatchObject({
      user,
      account: await hash("account", `credential/${await findUserId(email)}`),
      row: expect.any(String),
    })
    expect(records[2]?.subjects).toMatchObject({ user, session: await hash("session", first) })
    takeNew(records)

    const laptop = visit()
    await laptop.signIn(email)
    const [listed] = (await listTokens(laptop)).filter((token) => token.startsWith("h1-"))
    await laptop.post("/revoke-session", { token: listed })
    expect(await isSignedIn(ada)).toBe(false)
    const [, revoked] = records
    expect(takeNew(records).map(brief)).toEqual(["create session applied", "delete session applied 1"])
    expect(revoked).toMatchObject({
      where: ["token"],
      subjects: { session: await hash("session", first) },
    })

    expect((await laptop.post("/change-email", { newEmail: "countess@example.com" })).status).toBe(200)
    expect(takeNew(records)).toMatchObject([
      {
        operation: "update",
        model: "user",
        where: ["id"],
        fields: expect.arrayContaining(["email"]),
        subjects: { user, email: await hash("email", "countess@example.com") },
      },
    ])
    const passwords = { currentPassword: password, newPassword: "another horse battery" }
    expect((await laptop.post("/change-password", passwords)).status).toBe(200)
    expect(takeNew(records)).toMatchObject([{ operation: "update", model: "account", subjects: { user } }])
    expect((await laptop.post("/sign-out")).status).toBe(200)
    expect(takeNew(records).map(brief)).toEqual(["delete session applied 1"])

    const { status } = await laptop.post("/sign-in/email", {
      email: "countess@example.com",
      password: "another horse battery",
    })
    expect(status).toBe(200)
    takeNew(records)
    expect((await laptop.post("/delete-user", { password: "another horse battery" })).status).toBe(200)
    const deleted = takeNew(records)
    expect(deleted.map(brief)).toEqual(
      expect.arrayContaining([
        "deleteMany session applied 1",
        "deleteMany account applied 1",
        "delete user applied 1",
      ]),
    )
    expect(deleted.every(({ subjects }) => subjects.user === user)).toBe(true)
  })

  test("of each method says which rows there were", async () => {
    const { records, adapter, visit, findUserId } = await openAudited()
    await visit().signUp(email)
    const userId = await findUserId(email)
    takeNew(records)
    const now = new Date()
    const value = { identifier: "a", value: "code", expiresAt: now, createdAt: now, updatedAt: now }
    const where = [{ field: "identifier", value: "a" }]
    await adapter.create({ model: "verification", data: value })
    await adapter.consumeOne({ model: "verification", where })
    await adapter.consumeOne({ model: "verification", where })
    await adapter.updateMany({
      model: "session",
      where: [{ field: "userId", value: userId }],
      update: { expiresAt: now },
    })
    await adapter.update({
      model: "user",
      where: [{ field: "id", value: "nobody" }],
      update: { name: "Eve" },
    })
    await adapter.incrementOne({
      model: "user",
      where: [{ field: "id", value: userId }],
      increment: {},
      set: { name: "Ada L." },
    })
    await adapter.delete({ model: "session", where: whereToken("unknown") })
    await adapter.deleteMany({
      model: "session",
      where: [{ field: "userId", operator: "in", value: [userId] }],
    })
    await expect(
      adapter.create({
        model: "user",
        data: { email, name: "Eve", emailVerified: false, createdAt: now, updatedAt: now },
      }),
    ).rejects.toMatchObject({ code: "conflict" })
    await expect(adapter.create({ model: "canary", data: {} })).rejects.toThrow("canary")
    await expect(
      adapter.deleteMany({ model: "user", where: [{ field: "canary", value: 1 }] }),
    ).rejects.toThrow("canary")
    await adapter.findMany({ model: "user" })
    const made = takeNew(records)
    expect(made.map(brief)).toEqual([
      "create verification applied",
      "consumeOne verification applied",
      "consumeOne verification absent",
      "updateMany session applied 1",
      "update user absent",
      "incrementOne user applied",
      "delete session absent 0",
      "deleteMany session applied 1",
      "create user refused conflict",
      "create unknown",
      "deleteMany user unknown",
    ])
    expect(made[0]?.subjects).toMatchObject({ token: await hash("token", "a") })
    expect(made[1]?.subjects).toEqual(made[0]?.subjects)
    expect(made[3]).toMatchObject({ where: ["userId"], fields: ["expiresAt"] })
    expect(made[5]).toMatchObject({ fields: ["name"], subjects: { user: await hash("user", userId) } })
    expect(made[7]).toMatchObject({ where: ["userId"], subjects: {} })
    expect(JSON.stringify(made)).not.toContain("canary")
  })

  test("has Better Auth's own names, and the rows of plugins", async () => {
    const { records, visit } = await openAudited({
      user: { modelName: "people", fields: { email: "mail" } },
      rateLimit: { enabled: true, storage: "database" },
      plugins: [organization()],
    })
    const ada = visit()
    await ada.signUp(email)
    await ada.post("/organization/create", { name: "Engines", slug: "engines" })
    const models = new Set(records.map(({ model }) => model))
    // The counters of the rate limit have no record.
    expect([...models]).toEqual(["user", "account", "session", "organization", "member"])
    expect(records[0]?.subjects.email).toBe(await hash("email", email))
    const member = records.find(({ model }) => model === "member")
    expect(member?.subjects).toEqual({ row: expect.any(String), user: records[0]?.subjects.user })
  })

  test("contains no secret", async () => {
    const codes: string[] = []
    const links: string[] = []
    const { records, visit, column, findUserId } = await openAudited(
      {
        emailAndPassword: {
          ...emailAndPassword,
          sendResetPassword: async ({ token }) => void links.push(token),
        },
        plugins: [emailOTP({ sendVerificationOTP: async ({ otp }) => void codes.push(otp) })],
      },
      { whenSinkFails: "refuse" },
    )
    const ada = visit()
    const tokens = [await ada.signUp(email), await ada.signIn(email)]
    await ada.post("/request-password-reset", { email })
    expect((await ada.post("/email-otp/send-verification-otp", { email, type: "sign-in" })).status).toBe(200)
    const [otp] = codes
    expect((await visit().post("/sign-in/email-otp", { email, otp })).status).toBe(200)
    const stored = [...(await column("account", "password")), ...(await column("session", "token"))]
    await ada.post("/reset-password", { token: links[0], newPassword: "another horse battery" })
    stored.push(...(await column("account", "password")))
    await ada.post("/sign-out")
    const text = JSON.stringify(records)
    const secrets = [
      ...tokens,
      ...codes,
      ...links,
      ...stored,
      password,
      "another",
      email,
      await findUserId(email),
    ]
    expect(secrets.length).toBeGreaterThan(8)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(records.some(({ model }) => model === "verification")).toBe(true)
  })
})

test("the order of layers holds", async () => {
  const database = mortiseDatabase(new Sqlite(":memory:"))
  const { sink } = collect()
  const log = audited(database, sink, { key: auditKey })
  expect(() => hashedSessions(log)).toThrow("Add hashedSessions before audited")
  expect(() => audited(log, sink, { key: auditKey })).toThrow("already")
  expect(() => audited(database, sink, { key: "short" })).toThrow("at least 32 random bytes")
})
