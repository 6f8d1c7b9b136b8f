import { beforeAll, describe, expect, test } from "vitest"
import { contractAuthNames, maxRows } from "../../../../playground/protocol.ts"
import { startPlayground } from "../../../../playground/server/start-playground.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { command, openStream, visitorOf } from "./support.ts"

const dayMs = 24 * 3600 * 1000
const playground = openForTests(() => startPlayground({ port: 0 }))

describe.each(contractAuthNames)("through %s", (auth) => {
  beforeAll(async () => {
    await command(playground.origin, "store", { store: "sqlite" })
    await command(playground.origin, "auth", { auth })
  })

  test("no event contains a token, a cookie or a link", async () => {
    const { origin } = playground
    const stream = await openStream(origin)
    const visitor = visitorOf(origin, auth)
    await visitor.call("email", { email: "mary@example.com" })
    const { message } = await stream.next("message")
    const redirect = await fetch(`${origin}/inbox/${message.id}`, { redirect: "manual" })
    const link = redirect.headers.get("location") ?? ""
    await visitor.follow(link)
    await visitor.call("session")
    await visitor.signInAtProvider("nemo")
    await visitor.call("passkey-options", { action: "register", email: "mary@example.com" })
    await visitor.call("session")
    await stream.next("tables", ({ tables }) => tables[1]?.count === 1)
    const late = await openStream(origin)
    await late.snapshot()

    const secrets = [...new URL(link).searchParams]
      .filter(([name]) => name === "token")
      .map(([, value]) => value)
      .concat(visitor.cookies())
    expect(secrets.length).toBeGreaterThanOrEqual(2)
    for (const text of [stream.text(), late.text()]) {
      for (const secret of secrets) expect(text).not.toContain(secret)
      // Access tokens and id tokens of the provider, and the hash of a verification token.
      expect(text).not.toMatch(/eyJ[\w-]{20}|[0-9a-f]{64}/)
      expect(text).not.toContain(new URL(link).search)
    }
  })

  test("one link that is opened eight times at once signs in once", async () => {
    const { origin } = playground
    const stream = await openStream(origin)
    await visitorOf(origin, auth).call("email", { email: "racer@example.com" })
    const { message } = await stream.next("message", ({ message }) => message.to === "racer@example.com")
    const response = await command(origin, "follow", { messageId: message.id, times: 8 })
    expect(response).toEqual({ ok: true, result: { times: 8, signedIn: 1 } })
    expect(await command(origin, "follow", { messageId: "m0", times: 8 })).toMatchObject({ ok: false })
    expect(await command(origin, "follow", { messageId: message.id, times: 1000 })).toMatchObject({
      ok: false,
    })
  })

  test("the clock extends a session once a day, and ends it after 30 days", async () => {
    const { origin } = playground
    const visitor = visitorOf(origin, auth)
    await visitor.signInAtProvider("ada")
    const stream = await openStream(origin)
    const taken = () =>
      stream.events.flatMap((event) => (event.type === "transition" ? [event.transition.name] : []))

    await command(origin, "clock", { advanceMs: dayMs + 1000 })
    for (const _tab of [1, 2]) await visitor.call("session")
    await expect.poll(taken).toEqual(["extend"])
    // The playground knows the date of a session from the tables that it reads after a call.
    const extended = stream.events.findIndex(({ type }) => type === "transition")
    await stream.next("tables", () => true, extended)
    await command(origin, "clock", { advanceMs: 31 * dayMs })
    expect(await visitor.call("session")).toEqual({ ok: true, user: null })
    await expect.poll(taken).toEqual(["extend", "expire"])
    await stream.next("clock", ({ clock }) => clock.offsetMs === 32 * dayMs + 1000)
    await command(origin, "clock", { reset: true })
    await stream.next("clock", ({ clock }) => clock.offsetMs === 0)
    expect(await command(origin, "clock", { advanceMs: Number.NaN })).toMatchObject({ ok: false })
  })

  test("a sweep deletes the rows that have expired, and is shown", async () => {
    const { origin } = playground
    await command(origin, "store", { store: "sqlite" })
    await visitorOf(origin, auth).call("email", { email: "late@example.com" })
    await command(origin, "clock", { advanceMs: 2 * dayMs })
    const stream = await openStream(origin)
    const { result } = (await command(origin, "sweep", {})) as { result: { deleted: number } }
    expect(result.deleted).toBeGreaterThanOrEqual(1)
    await stream.next("operation", ({ operation }) => operation.result?.outcome === "swept")
    await stream.next("tables", ({ tables }) => tables[3]?.count === 0)
    await command(origin, "clock", { reset: true })
  })

  test("an outage does not sign out: after the restart, the session is still there", async () => {
    const { origin } = playground
    const visitor = visitorOf(origin, auth)
    await visitor.signInAtProvider("grace")
    const stream = await openStream(origin)
    await command(origin, "outage", { isDown: true })
    const during = await visitor.call("session")
    // Auth.js returns no session and no error if the store fails.
    if (auth === "authjs") expect(during).toEqual({ ok: true, user: null })
    else expect(during).toEqual({ ok: false, reason: "unavailable" })
    await stream.next("operation", ({ operation }) => operation.result?.errorCode === "unavailable")
    await command(origin, "outage", { isDown: false })
    expect(await visitor.call("session")).toMatchObject({ user: { email: "grace@acme.example" } })
    const states = stream.events.flatMap((event) => (event.type === "store" ? [event.store.isDown] : []))
    expect(states).toEqual([true, false])
  })

  test("the user is deleted with all rows", async () => {
    const { origin } = playground
    await command(origin, "store", { store: "memory" })
    const visitor = visitorOf(origin, auth)
    const stream = await openStream(origin)
    await visitor.signInAtProvider("nemo")
    await stream.next("tables", ({ tables }) => tables[2]?.count === 1)
    const from = stream.events.length
    expect(await visitor.call("delete-user", {})).toMatchObject({ ok: true })
    await stream.next("tables", ({ tables }) => tables.every(({ count }) => count === 0), from)
    expect(await visitor.call("delete-user", {})).toMatchObject({ ok: false, reason: "signed_out" })
  })
})

test("a table has a limited number of rows, and the number of all", async () => {
  const { origin } = playground
  await command(origin, "auth", { auth: "mortise" })
  await command(origin, "store", { store: "memory" })
  const stream = await openStream(origin)
  const emails = Array.from({ length: maxRows + 5 }, (_, nth) => `guest-${nth}@example.com`)
  await Promise.all(emails.map((email) => visitorOf(origin, "mortise").call("email", { email })))
  const { tables } = await stream.next("tables", ({ tables }) => tables[3]?.count === maxRows + 5)
  expect(tables[3]?.rows).toHaveLength(maxRows)
})

test("an unknown command, store or experiment is refused", async () => {
  const { origin } = playground
  const refused = { ok: false, message: expect.any(String) }
  expect(await command(origin, "constructor" as never, {} as never)).toEqual(refused)
  expect(await command(origin, "store", { store: "postgres" })).toEqual(refused)
  expect(await command(origin, "auth", { auth: "toString" as never })).toEqual(refused)
  expect(await command(origin, "experiment", { experiment: "other" as never })).toEqual(refused)
  expect(await command(origin, "experiment", { experiment: "race", beside: "left-pad" })).toEqual(refused)
})
