import { AsyncLocalStorage } from "node:async_hooks"
import { existsSync, readFileSync } from "node:fs"
import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth"
import { bearer, multiSession } from "better-auth/plugins"
import { expect, test } from "vitest"
import { mortiseStorage } from "../../../src/better-auth/index.ts"
import { sessionReference } from "../../../src/contract/session-token.ts"
import { hashedSessions } from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../../support/databases.ts"
import { adapterOver } from "../../unit/support/store-spy.ts"
import { livingOptions } from "../schema/living.ts"
import { bare, isSignedIn, listTokens, openApplication, type Visitor } from "./application.ts"

const email = "ada@example.com"

type Storage = NonNullable<BetterAuthOptions["secondaryStorage"]>

const openHashed = (options: BetterAuthOptions = {}, storage: Storage = mortiseStorage(memoryAdapter())) =>
  openApplication({ ...livingOptions, ...options, secondaryStorage: hashedSessions(storage) })

/** A storage in a file, whose bytes can be read. */
async function openFile() {
  const { adapter, file } = openLibsql()
  const store = adapter()
  await migrate(store)
  const readBytes = () =>
    [file, `${file}-wal`]
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, "latin1"))
      .join("\n")
  return { storage: mortiseStorage(store), readBytes }
}

function createEvent() {
  let emit = () => {}
  const happened = new Promise<void>((resolve) => {
    emit = resolve
  })
  return { emit, happened }
}

/** A browser with the cookies of another. */
const withCookies = (visitor: Visitor, { cookies }: Visitor): Visitor => {
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return visitor
}

test.each([false, true])(
  "tokens are in no key and no value (in the database too: %s)",
  async (storeSessionInDatabase) => {
    const { storage, readBytes } = await openFile()
    const { visit, readFiles } = await openHashed({ session: { storeSessionInDatabase } }, storage)
    const [phone, laptop] = [visit(), visit()]
    const first = await phone.signUp(email)
    const second = await laptop.signIn(email)
    expect((await phone.get("/get-session")).body).toMatchObject({
      session: { token: first },
      user: { email },
    })
    expect((await laptop.post("/update-user", { name: "Grace" })).status).toBe(200)
    expect((await phone.get("/get-session")).body).toMatchObject({
      session: { token: first },
      user: { name: "Grace" },
    })
    expect((await listTokens(laptop)).toSorted()).toEqual([second, await sessionReference(first)].toSorted())
    for (const token of [first, second]) {
      expect(readBytes() + readFiles()).not.toContain(token)
      expect(readBytes()).toContain(await sessionReference(token))
    }
    expect((await laptop.post("/revoke-session", { token: await sessionReference(first) })).status).toBe(200)
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
    expect(await listTokens(laptop)).toEqual([second])
    expect((await laptop.post("/sign-out")).status).toBe(200)
    const later = withCookies(visit(), laptop)
    expect(await isSignedIn(later)).toBe(false)
  },
)

test("revoking the other sessions keeps the current one, and revoking all ends all", async () => {
  const { visit } = await openHashed()
  const [phone, laptop, tablet] = [visit(), visit(), visit()]
  await phone.signUp(email)
  await laptop.signIn(email)
  await tablet.signIn(email)
  expect((await laptop.post("/revoke-other-sessions")).status).toBe(200)
  expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(tablet)]).toEqual([
    false,
    true,
    false,
  ])
  await phone.signIn(email)
  const copy = withCookies(visit(), laptop)
  expect((await phone.post("/revoke-sessions")).status).toBe(200)
  expect([await isSignedIn(phone), await isSignedIn(copy)]).toEqual([false, false])
})

test("nothing that is stored or listed signs in or signs out", async () => {
  const storage = hashedSessions(mortiseStorage(memoryAdapter()))
  const { context, visit, findUserId } = await openApplication({
    ...livingOptions,
    plugins: [bearer()],
    secondaryStorage: storage,
  })
  const ada = visit()
  const token = await ada.signUp(email)
  const reference = await sessionReference(token)
  const list = JSON.parse((await storage.get(`active-sessions-${await findUserId(email)}`)) ?? "[]")
  const [{ token: handle = "" } = {}] = list as { token: string }[]
  expect(await storage.get(handle)).toContain(reference)
  for (const text of [reference, handle, reference.toUpperCase(), `${reference} `, "active-sessions-"]) {
    const thief = visit()
    const headers = { authorization: `Bearer ${text}` }
    expect((await thief.get("/get-session", headers)).body).toBeNull()
    expect((await thief.get("/list-sessions", headers)).status).toBe(401)
    expect((await thief.post("/revoke-session", { token: text }, headers)).status).toBe(401)
    await thief.post("/sign-out", {}, headers)
    if (text !== handle) expect(await context.internalAdapter.findSession(text)).toBeNull()
  }
  const eve = visit()
  await eve.signUp("eve@example.com")
  for (const text of [reference, handle]) await eve.post("/revoke-session", { token: text })
  expect(await isSignedIn(ada)).toBe(true)
  await expect(storage.set(reference, "text", 60)).rejects.toMatchObject({ code: "invalid" })
})

test("a program can end the sessions that it lists", async () => {
  const { context, visit, findUserId } = await openHashed()
  const ada = visit()
  await ada.signUp(email)
  const sessions = await context.internalAdapter.listSessions(await findUserId(email))
  expect(sessions.map(({ token }) => token)).toEqual([expect.stringMatching(/^h1-/)])
  for (const { token } of sessions) await context.internalAdapter.deleteSession(token)
  expect(await isSignedIn(ada)).toBe(false)
})

test("a listed session ends in the database too, where its row is preserved", async () => {
  const session = { storeSessionInDatabase: true, preserveSessionInDatabase: true }
  const { visit, client } = await openHashed({ session })
  const [phone, laptop] = [visit(), visit()]
  const token = await sessionReference(await phone.signUp(email))
  await laptop.signIn(email)
  expect((await laptop.post("/revoke-session", { token })).status).toBe(200)
  const inAMinute = new Date(Date.now() + 60_000).toISOString()
  const { rows } = await client.execute(`SELECT token FROM session WHERE expiresAt < '${inAMinute}'`)
  expect(rows).toEqual([{ token }])
})

test("several sessions of one device", async () => {
  const { visit } = await openHashed({ plugins: [multiSession()] })
  const device = visit()
  const first = await device.signUp(email)
  const second = await device.signUp("eve@example.com")
  const { body } = await device.get("/multi-session/list-device-sessions")
  const tokens = (body as { session: { token: string } }[]).map(({ session }) => session.token)
  expect(tokens.toSorted()).toEqual([first, second].toSorted())
  expect((await device.post("/multi-session/revoke", { sessionToken: second })).status).toBe(200)
  expect((await device.get("/get-session")).body).toMatchObject({ session: { token: first } })
})

test("sessions from before the layer move over when they are used or listed, and end for good", async () => {
  const { storage, readBytes } = await openFile()
  const plain = await openApplication({ ...livingOptions, secondaryStorage: storage }, bare)
  const visitors = [plain.visit(), plain.visit(), plain.visit()]
  const tokens = [
    await visitors[0]?.signUp(email),
    await visitors[1]?.signIn(email),
    await visitors[2]?.signIn(email),
  ]
  const { visit } = await plain.restart({ ...livingOptions, secondaryStorage: hashedSessions(storage) })
  const [used, listed, ended] = visitors.map((visitor) => withCookies(visit(), visitor)) as [
    Visitor,
    Visitor,
    Visitor,
  ]
  const copy = withCookies(visit(), ended)
  const answers = await Promise.all(Array.from({ length: 8 }, () => used.get("/get-session")))
  for (const { body } of answers) expect(body).toMatchObject({ session: { token: tokens[0] } })
  await ended.post("/sign-out")
  expect(await isSignedIn(copy)).toBe(false)
  expect((await listTokens(used)).toSorted()).toEqual(
    [tokens[0], await sessionReference(tokens[1] ?? "")].toSorted(),
  )
  expect((await listed.get("/get-session")).body).toMatchObject({ session: { token: tokens[1] } })
  await listed.post("/revoke-sessions")
  for (const visitor of [used, copy]) expect(await isSignedIn(visitor)).toBe(false)
  const refusing = hashedSessions(storage, { existingPlaintext: "refuse" })
  for (const token of tokens) expect(await refusing.get(token ?? "")).toBeNull()
  expect(readBytes()).toContain("h1-")
})

test.each(["lookup", "sign-out"] as const)(
  "a sign-out is final wherever a %s stops while the session moves over",
  async (lagging) => {
    type Lag = { left: number; readonly reached: () => void; readonly gate: Promise<void> }
    const lags = new AsyncLocalStorage<Lag>()
    const isStopped = (run: (...values: never[]) => unknown) => {
      return async (...values: never[]) => {
        const lag = lags.getStore()
        if (lag && lag.left-- === 0) {
          lag.reached()
          await lag.gate
        }
        return run(...values)
      }
    }
    const adapter = adapterOver((memory) =>
      Object.fromEntries(Object.entries(memory).map(([verb, run]) => [verb, isStopped(run as never)])),
    )
    const storage = mortiseStorage(adapter)
    const { get, delete: remove } = hashedSessions(storage)
    const expiresAt = Date.now() + 60_000
    let stops = 0
    for (let left = 0, isOver = false; !isOver; left++) {
      const [token, list] = [`token-${left}`, `active-sessions-${left}`]
      await storage.set(list, JSON.stringify([{ token, expiresAt }]), 60)
      const session = { token, userId: String(left), expiresAt }
      await storage.set(token, JSON.stringify({ session, user: {} }), 60)
      const [stop, gate] = [createEvent(), createEvent()]
      const [slow, fast] = lagging === "lookup" ? [get, remove] : [remove, get]
      const lag = { left, reached: stop.emit, gate: gate.happened }
      const slowCall = lags.run(lag, async () => slow(token))
      isOver = await Promise.race([stop.happened.then(() => false), slowCall.then(() => true)])
      await fast(token)
      gate.emit()
      await slowCall
      expect([left, await get(token), await storage.get(token), await storage.get(list)]).toEqual([
        ...[left, null, null, null],
      ])
      stops = left
    }
    expect(stops).toBeGreaterThan(5)
  },
)

test("the layer is added once, and other storages are refused, also one that a plugin adds", async () => {
  const { visit, column, database } = await openHashed()
  await visit().signUp(email)
  expect(await column("user", "email")).toEqual([email])
  const storage = mortiseStorage(memoryAdapter())
  expect(() => hashedSessions(hashedSessions(storage))).toThrow("already")
  expect(() => database({ secondaryStorage: storage })).toThrow("hashedSessions(mortiseStorage(adapter))")
  const plugin: BetterAuthPlugin = { id: "caches", init: () => ({ options: { secondaryStorage: storage } }) }
  const other = await openApplication({ plugins: [plugin] })
  const answer = await other.visit().post("/sign-up/email", { name: "Ada", email, password: "correct horse" })
  expect(answer.status).toBe(500)
  expect(await other.column("user", "email")).toEqual([])
})
