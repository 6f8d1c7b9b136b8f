import { createAuthMiddleware } from "better-auth/api"
import { admin, bearer } from "better-auth/plugins"
import { expect, test } from "vitest"
import { sessionReference } from "../../../src/contract/session-token.ts"
import { isSignedIn, listTokens, openApplication, whereToken } from "./application.ts"

const email = "ada@example.com"

test("a user cannot revoke the session of another user by its reference", async () => {
  const { visit } = await openApplication()
  const [ada, eve] = [visit(), visit()]
  const token = await ada.signUp(email)
  await eve.signUp("eve@example.com")
  await eve.post("/revoke-session", { token: await sessionReference(token) })
  await eve.post("/sign-out", { token: await sessionReference(token) })
  expect(await isSignedIn(ada)).toBe(true)
})

test("nothing that is stored or listed signs in", async () => {
  const plugins = [bearer()]
  const { adapter, context, column, visit } = await openApplication({
    plugins,
    session: { cookieCache: { enabled: true } },
  })
  const ada = visit()
  const token = await ada.signUp(email)
  const authorize = (text: string) => ({ authorization: `Bearer ${text}` })
  expect((await visit().get("/get-session", authorize(token))).body).toMatchObject({ session: { token } })
  const reference = await sessionReference(token)
  expect(await column("session", "token")).toEqual([reference])
  for (const text of [reference, reference.toUpperCase(), reference.replace("h1", "H1"), `${reference} `]) {
    const thief = visit()
    const headers = authorize(text)
    expect((await thief.get("/get-session", headers)).body).toBeNull()
    expect((await thief.get("/list-sessions", headers)).status).toBe(401)
    expect((await thief.post("/revoke-session", { token: text }, headers)).status).toBe(401)
    await thief.post("/sign-out", {}, headers)
    expect((await thief.get("/get-session")).body).toBeNull()
    for (const where of [
      whereToken(text),
      [{ field: "token", operator: "in" as const, value: [text] }],
      [
        { field: "token", value: text, connector: "OR" as const },
        { field: "userId", value: "x", connector: "OR" as const },
      ],
    ]) {
      expect(await adapter.findOne({ model: "session", where })).toBeNull()
      expect(await adapter.findMany({ model: "session", where })).toEqual([])
      expect(await adapter.count({ model: "session", where })).toBe(0)
      expect(await adapter.update({ model: "session", where, update: { userAgent: "x" } })).toBeNull()
      expect(await adapter.updateMany({ model: "session", where, update: { userAgent: "x" } })).toBe(0)
      expect(await adapter.consumeOne?.({ model: "session", where })).toBeNull()
    }
    expect(await context.internalAdapter.findSession(text)).toBeNull()
    expect(await context.internalAdapter.findSessions([text])).toEqual([])
  }
  // The cookie cache would hide that the session has ended.
  expect((await ada.get("/get-session?disableCookieCache=true")).body).not.toBeNull()
  expect(await column("session", "token")).toEqual([reference])
})

test("a revoking route accepts only the reference that its signed-in caller sends", async () => {
  const rows: unknown[] = []
  let looked = ""
  const look = createAuthMiddleware(async (ctx) => {
    if (ctx.path !== "/revoke-session") return
    const where = whereToken(looked)
    rows.push(await ctx.context.adapter.findOne({ model: "session", where }))
    await ctx.context.adapter.delete({ model: "session", where })
  })
  const { visit, column } = await openApplication({ hooks: { before: look, after: look } })
  const [ada, eve] = [visit(), visit()]
  const references = [await sessionReference(await ada.signUp(email))]
  references.push(await sessionReference(await eve.signUp("eve@example.com")))
  looked = references[0] ?? ""
  expect((await visit().post("/revoke-session", { token: looked })).status).toBe(401)
  expect((await eve.post("/revoke-session", { token: "another" })).status).toBe(200)
  expect(rows).toEqual([null, null, null, null])
  expect(await column("session", "token")).toEqual(references.toSorted())
})

test("an administrator revokes a listed session", async () => {
  const { visit, client, findUserId } = await openApplication({ plugins: [admin()] })
  const [ada, root] = [visit(), visit()]
  await ada.signUp(email)
  await root.signUp("root@example.com")
  await client.execute("UPDATE user SET role = 'admin' WHERE email = 'root@example.com'")
  const userId = await findUserId(email)
  const { body } = await root.post("/admin/list-user-sessions", { userId })
  const [session] = (body as { sessions: { token: string }[] }).sessions
  expect(session?.token).toMatch(/^h1-/)
  expect((await root.post("/admin/revoke-user-session", { sessionToken: session?.token })).status).toBe(200)
  expect(await isSignedIn(ada)).toBe(false)
  const admins = await listTokens(root)
  expect((await root.post("/admin/revoke-user-session", { sessionToken: admins[0] })).status).toBe(200)
  expect(await isSignedIn(root)).toBe(false)
})

test("a program can end sessions that it lists", async () => {
  const { context, visit } = await openApplication()
  const ada = visit()
  await ada.signUp(email)
  const [{ id = "" } = {}] = await context.adapter.findMany<{ id: string }>({ model: "user" })
  const sessions = await context.internalAdapter.listSessions(id)
  expect(sessions.map(({ token }) => token)).toEqual([expect.stringMatching(/^h1-/)])
  for (const { token } of sessions) await context.internalAdapter.deleteSession(token)
  expect(await isSignedIn(ada)).toBe(false)
})
