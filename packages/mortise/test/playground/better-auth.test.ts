import { beforeAll, expect, test } from "vitest"
import { masked } from "../../../../playground/protocol.ts"
import { startPlayground } from "../../../../playground/server/start-playground.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { command, openStream, visitorOf } from "./support.ts"

const playground = openForTests(() => startPlayground({ port: 0 }))
const auth = "better-auth"
const dayMs = 24 * 3600 * 1000

beforeAll(async () => {
  expect(await command(playground.origin, "auth", { auth })).toEqual({ ok: true })
})

test("a person signs in through Better Auth with a mailed link, and signs out", async () => {
  const { origin } = playground
  const stream = await openStream(origin)
  expect(await stream.snapshot()).toMatchObject({ auth, store: { name: "sqlite", isSql: true } })
  const visitor = visitorOf(origin, auth)
  const email = "mary@example.com"

  expect(await visitor.call("email", { email })).toEqual({ ok: true })
  const { message } = await stream.next("message", ({ message }) => message.to === email)
  const redirect = await fetch(`${origin}/inbox/${message.id}`, { redirect: "manual" })
  const link = redirect.headers.get("location") ?? ""
  expect((await visitor.follow(link)).url).toBe(`${origin}/`)
  const user = { id: expect.any(String), email, name: null }
  expect(await visitor.call("session")).toEqual({ ok: true, user })

  const { tables } = await stream.next("tables", (event) => event.tables[1]?.count === 1)
  expect(tables.map(({ name, count }) => [name, count])).toEqual([
    ["user", 1],
    ["session", 1],
    ["account", 0],
    ["verification", 0],
  ])
  const sessions = tables[1]
  expect(sessions?.rows[0]?.cells[sessions.columns.indexOf("userId")]).toEqual(tables[0]?.rows[0]?.id)
  expect(sessions?.rows[0]?.cells[sessions.columns.indexOf("token")] ?? null).toBeNull()
  const { operation } = await stream.next(
    "operation",
    (event) => event.operation.operation === "consumeOne" && event.operation.result !== undefined,
  )
  expect(operation).toMatchObject({ verb: "take", tables: "verification", result: { outcome: "taken" } })
  expect(operation.statements).toEqual([expect.stringMatching(/^DELETE FROM "verification"/)])
  const requested = await stream.next("operation", (event) => event.operation.operation === "create")
  expect(requested.operation).toMatchObject({
    ...{ verb: "insert", tables: "verification" },
    input: { identifier: masked, value: masked },
  })
  const token = new URL(link).searchParams.get("token") ?? ""
  const secrets = [token, ...visitor.cookies().map((value) => decodeURIComponent(value).split(".")[0] ?? "")]
  expect(secrets.map((secret) => secret.length >= 32)).toEqual([true, true])
  for (const secret of secrets) expect(stream.text()).not.toContain(secret)

  expect((await visitor.follow(link)).url).toBe(`${origin}/?error=INVALID_TOKEN`)
  const from = stream.events.length
  expect(await visitor.call("sign-out", {})).toEqual({ ok: true })
  expect(await visitor.call("session")).toEqual({ ok: true, user: null })
  await stream.next("tables", (event) => event.tables[1]?.count === 0, from)
})

test("one of eight clicks signs in; an outage is an error; the clock ends the session", async () => {
  const { origin } = playground
  await command(origin, "store", { store: "sqlite" })
  const stream = await openStream(origin)
  const visitor = visitorOf(origin, auth)
  const email = "grace@example.com"
  const mailed = async () => {
    const from = stream.events.length
    await visitor.call("email", { email })
    return (await stream.next("message", ({ message }) => message.to === email, from)).message.id
  }
  const race = await command(origin, "follow", { messageId: await mailed(), times: 8 })
  expect(race).toEqual({ ok: true, result: { times: 8, signedIn: 1 } })

  await visitor.follow(`/inbox/${await mailed()}`)
  await command(origin, "outage", { isDown: true })
  expect(await visitor.call("session")).toEqual({ ok: false, reason: "unavailable" })
  await command(origin, "outage", { isDown: false })
  expect(await visitor.call("session")).toMatchObject({ ok: true, user: { email } })
  await command(origin, "clock", { advanceMs: 31 * dayMs })
  expect(await visitor.call("session")).toEqual({ ok: true, user: null })

  await visitor.follow(`/inbox/${await mailed()}`)
  const from = stream.events.length
  expect(await visitor.call("delete-user", {})).toEqual({ ok: true })
  expect(await visitor.call("session")).toEqual({ ok: true, user: null })
  await stream.next("tables", ({ tables }) => tables.every(({ count }) => count === 0), from)
  await command(origin, "clock", { reset: true })
})

test("on a store without SQL, it says what it needs, and the switch to SQL opens it", async () => {
  const { origin } = playground
  const visitor = visitorOf(origin, auth)
  await command(origin, "store", { store: "memory" })
  const stream = await openStream(origin)
  expect(await stream.snapshot()).toMatchObject({ auth, store: { name: "memory", isSql: false } })
  expect(await visitor.call("session")).toEqual({ ok: false, reason: "needs_sql" })
  await command(origin, "store", { store: "sqlite" })
  expect(await visitor.call("session")).toEqual({ ok: true, user: null })
})
