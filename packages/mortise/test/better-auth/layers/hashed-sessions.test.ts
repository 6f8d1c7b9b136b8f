import { admin, multiSession, oneTimeToken, organization } from "better-auth/plugins"
import { expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { sessionReference } from "../../../src/contract/session-token.ts"
import { hashedSessions } from "../../../src/layers/index.ts"
import { isSignedIn, listTokens, openApplication, whereToken } from "./application.ts"

const email = "ada@example.com"

test("the database holds references, and Better Auth sees the tokens", async () => {
  const { adapter, column, readFiles, visit, client } = await openApplication()
  const ada = visit()
  const first = await ada.signUp(email)
  expect((await ada.get("/get-session")).body).toMatchObject({ session: { token: first }, user: { email } })
  const second = await ada.signIn(email)
  const references = [await sessionReference(first), await sessionReference(second)]
  expect(await column("session", "token")).toEqual(references.toSorted())
  // Refreshed, so that the token of the updated row is signed into the cookie again.
  await client.execute({
    sql: "UPDATE session SET expiresAt = ?",
    args: [new Date(Date.now() + 60_000).toISOString()],
  })
  expect((await ada.get("/get-session")).body).toMatchObject({ session: { token: second } })
  expect(await isSignedIn(ada)).toBe(true)
  expect(decodeURIComponent(ada.cookies.get("better-auth.session_token") ?? "").split(".")[0]).toBe(second)
  expect(await adapter.findOne({ model: "session", where: whereToken(first), select: ["userId"] })).toEqual({
    userId: expect.any(String),
  })
  expect((await ada.post("/sign-out")).status).toBe(200)
  expect(await column("session", "token")).toEqual([references[0]])
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  const bytes = readFiles()
  expect(bytes).toContain(references[0])
  expect(bytes).not.toContain(first)
  expect(bytes).not.toContain(second)
})

test("lists show references, except for the current session", async () => {
  const { visit } = await openApplication()
  const [phone, laptop] = [visit(), visit()]
  const first = await phone.signUp(email)
  const second = await laptop.signIn(email)
  expect((await listTokens(laptop)).toSorted()).toEqual([second, await sessionReference(first)].toSorted())
  expect((await laptop.post("/revoke-session", { token: await sessionReference(first) })).status).toBe(200)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await listTokens(laptop)).toEqual([second])
})

test("revoking the other sessions keeps the current one", async () => {
  const { visit, column } = await openApplication()
  const [phone, laptop] = [visit(), visit()]
  await phone.signUp(email)
  const token = await laptop.signIn(email)
  expect((await laptop.post("/revoke-other-sessions")).status).toBe(200)
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
  expect(await column("session", "token")).toEqual([await sessionReference(token)])
})

test("changing the password can end the other sessions", async () => {
  const { visit } = await openApplication()
  const [phone, laptop] = [visit(), visit()]
  await phone.signUp(email)
  await laptop.signIn(email)
  const body = {
    currentPassword: "correct horse battery",
    newPassword: "another horse battery",
    revokeOtherSessions: true,
  }
  expect((await laptop.post("/change-password", body)).status).toBe(200)
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
})

test("an administrator can act as a user, and return", async () => {
  const { visit, client, findUserId } = await openApplication({ plugins: [admin()] })
  const [ada, root] = [visit(), visit()]
  await ada.signUp(email)
  const token = await root.signUp("root@example.com")
  await client.execute("UPDATE user SET role = 'admin' WHERE email = 'root@example.com'")
  const userId = await findUserId(email)
  expect((await root.post("/admin/impersonate-user", { userId })).status).toBe(200)
  expect((await root.get("/get-session")).body).toMatchObject({ user: { email } })
  expect((await root.post("/admin/stop-impersonating")).status).toBe(200)
  expect((await root.get("/get-session")).body).toMatchObject({ session: { token } })
})

test("a plugin changes the current session", async () => {
  const { visit } = await openApplication({ plugins: [organization()] })
  const ada = visit()
  const token = await ada.signUp(email)
  const { body } = await ada.post("/organization/create", { name: "Engines", slug: "engines" })
  const activeOrganizationId = (body as { id: string }).id
  expect((await ada.post("/organization/set-active", { organizationId: null })).status).toBe(200)
  expect((await ada.post("/organization/set-active", { organizationId: activeOrganizationId })).status).toBe(
    200,
  )
  expect((await ada.get("/get-session")).body).toMatchObject({ session: { token, activeOrganizationId } })
})

test("several sessions of one device", async () => {
  const { visit, column } = await openApplication({ plugins: [multiSession()] })
  const device = visit()
  const first = await device.signUp(email)
  const second = await device.signUp("eve@example.com")
  const { body } = await device.get("/multi-session/list-device-sessions")
  const tokens = (body as { session: { token: string } }[]).map(({ session }) => session.token)
  expect(tokens.toSorted()).toEqual([first, second].toSorted())
  expect((await device.post("/multi-session/set-active", { sessionToken: first })).status).toBe(200)
  expect((await device.get("/get-session")).body).toMatchObject({ session: { token: first } })
  expect((await device.post("/multi-session/revoke", { sessionToken: first })).status).toBe(200)
  expect((await device.get("/get-session")).body).toMatchObject({ session: { token: second } })
  expect((await device.post("/sign-out")).status).toBe(200)
  expect(await column("session", "token")).toEqual([])
})

test("a hook can end the other sessions of whoever signs in", async () => {
  const { context, visit, column } = await openApplication({
    databaseHooks: {
      session: {
        create: {
          async after({ token, userId }) {
            for (const session of await context.internalAdapter.listSessions(userId))
              if (session.token !== token) await context.internalAdapter.deleteSession(session.token)
          },
        },
      },
    },
  })
  await visit().signUp(email)
  const token = await visit().signIn(email)
  expect(await column("session", "token")).toEqual([await sessionReference(token)])
})

test("hooks and transactions see the tokens", async () => {
  const created: unknown[] = []
  const seen: unknown[] = []
  const { adapter, visit, column, context } = await openApplication({
    databaseHooks: {
      session: {
        create: {
          after: async ({ token, userId }) => {
            created.push(token)
            const rows = await context.adapter.findMany({
              model: "session",
              where: [{ field: "userId", value: userId }],
            })
            seen.push(rows)
          },
        },
      },
    },
  })
  const token = await visit().signUp(email)
  const reference = await sessionReference(token)
  expect(created).toEqual([token])
  expect(seen).toEqual([[expect.objectContaining({ token })]])
  const [row] = await adapter.findMany<{ userId: string }>({ model: "session", where: whereToken(token) })
  const now = new Date()
  const data = { userId: row?.userId, createdAt: now, updatedAt: now, expiresAt: now }
  await adapter.transaction(async (inner) => {
    await inner.create({ model: "session", data: { ...data, token: "in-transaction" } })
    expect(await inner.findOne({ model: "session", where: whereToken("in-transaction") })).toMatchObject({
      token: "in-transaction",
    })
  })
  expect(await column("session", "token")).toEqual(
    [reference, await sessionReference("in-transaction")].toSorted(),
  )
})

test("options with which tokens would be stored elsewhere are refused", async () => {
  const { database } = await openApplication()
  const storage = { get: () => null, set: () => null, delete: () => null } as never
  expect(() => database({ secondaryStorage: storage })).toThrow(
    expect.objectContaining({ code: "invalid", message: expect.stringContaining("secondaryStorage") }),
  )
  expect(() => database({ plugins: [oneTimeToken()] })).toThrow(
    expect.objectContaining({ code: "invalid", message: expect.stringContaining("one-time-token") }),
  )
})

test("the layer is added once, and its options are checked", async () => {
  const { client } = await openApplication()
  const database = mortiseDatabase(client)
  expect(() => hashedSessions(hashedSessions(database))).toThrow("already")
  expect(() => hashedSessions(database, { existingPlaintext: "no" as never })).toThrow("existingPlaintext")
})
