import { describe, expect, test } from "vitest"
import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import { createAuth } from "../../../src/auth/index.ts"
import { hashedSessions } from "../../../src/layers/index.ts"
import { memory } from "../support/backends.ts"
import type { Browser } from "../support/browser.ts"
import { DAY } from "../support/clock.ts"
import { outage, secret } from "../support/world.ts"
import { type LogoutWorld, openLogoutWorld, strategies } from "./logout-world.ts"

type Interrupt = (world: LogoutWorld, token: string) => void
type Run = (
  interrupt: Interrupt,
  at: number,
) => Promise<{ world: LogoutWorld; browser: Browser; token: string }>

/** Runs a flow again and again, with a logout before its first call to the store, its second one, and so on. */
async function atEachCall(run: Run): Promise<number> {
  for (let at = 1; ; at++) {
    let made = 0
    const { world, browser, token } = await run((opened, posted) => {
      opened.disturb(async (_name, next) => {
        if (++made === at) {
          opened.disturb()
          expect((await opened.post(posted)).status).toBe(200)
        }
        return next()
      })
    }, at)
    if (made < at) {
      expect(await world.areIn(browser)).toEqual([true])
      expect((await world.post(token)).status).toBe(200)
    }
    expect(await world.areIn(browser), `at call ${at}`).toEqual([false])
    if (made < at) return made
  }
}

const desk = { sub: "ada", sid: "desk" }
const races = [
  [desk, { sid: "desk" }],
  [desk, { sub: "ada" }],
  [{ sub: "ada" }, desk],
] as const

describe.each(strategies)("with %s, the provider", (strategy) => {
  test("SEC-H3: ends the sessions of one login by its sid, and no other", async () => {
    const world = await openLogoutWorld(strategy)
    const { acme, other } = world
    const desk = await world.signInAt(acme, { sub: "ada", sid: "desk" })
    const deskAgain = await world.signInAt(acme, { sub: "ada", sid: "desk" })
    const phone = await world.signInAt(acme, { sub: "ada", sid: "phone" })
    const elsewhere = await world.signInAt(other, { sub: "ada", sid: "desk" })
    const grace = await world.signInAt(acme, { sub: "grace", sid: "lab" })
    const all = [desk, deskAgain, phone, elsewhere, grace]
    expect(await world.areIn(...all)).toEqual([true, true, true, true, true])
    const { status, headers, body } = await world.post(await acme.logoutToken({ sid: "desk" }))
    expect([status, body, headers.get("cache-control")]).toEqual([200, "", "no-store"])
    expect(await world.areIn(...all)).toEqual([false, false, true, true, true])
    expect(world.events).toContainEqual({ type: "provider_logout", provider: "acme", sessions: 2 })
    // A new token for what has ended is answered in the same way.
    expect((await world.post(await acme.logoutToken({ sub: "ada", sid: "desk" }))).status).toBe(200)
    expect(world.events.at(-1)).toEqual({ type: "provider_logout", provider: "acme", sessions: 0 })
    expect((await world.post(await acme.logoutToken({ sid: "nobody" }))).status).toBe(200)
    expect(await world.areIn(...all)).toEqual([false, false, true, true, true])
  })

  test("SEC-H3: ends all of a user's sessions by the sub, and none from another issuer or sign-in method", async () => {
    const world = await openLogoutWorld(strategy)
    const { acme, other } = world
    const desk = await world.signInAt(acme, { sub: "ada", sid: "desk" })
    const phone = await world.signInAt(acme, { sub: "ada" })
    // They are in use, so they last longer than a period of the slots that count them.
    for (const browser of [desk, phone, desk, phone]) {
      world.clock.advance(12 * DAY)
      browser.keep(await world.auth.sessions.read(browser.request()))
    }
    const later = await world.signInAt(acme, { sub: "ada", sid: "tablet" })
    const elsewhere = await world.signInAt(other, { sub: "ada", sid: "desk" })
    const grace = await world.signInAt(acme, { sub: "grace", sid: "lab" })
    const [row] = await world.rows("user")
    const mailed = world.openBrowser()
    mailed.keep(await world.auth.sessions.create(mailed.request(), String(row?.["id"])))
    const all = [desk, phone, later, elsewhere, grace, mailed]
    expect(await world.areIn(...all)).toEqual([true, true, true, true, true, true])
    expect((await world.post(await acme.logoutToken({ sub: "ada" }))).status).toBe(200)
    expect(await world.areIn(...all)).toEqual([false, false, false, true, true, true])
    world.clock.advance(1000)
    expect(await world.areIn(await world.signInAt(acme, { sub: "ada", sid: "new" }))).toEqual([true])
  })

  test("SEC-T4: ends the logins whose ID token had no sid by the sub, and no login with another sid", async () => {
    const world = await openLogoutWorld(strategy)
    const { acme, other } = world
    const unnamed = await world.signInAt(acme, { sub: "ada" })
    const phone = await world.signInAt(acme, { sub: "ada", sid: "phone" })
    const all = [
      ...[unnamed, phone],
      await world.signInAt(other, { sub: "ada" }),
      await world.signInAt(acme, { sub: "grace" }),
    ]
    expect((await world.post(await acme.logoutToken({ sub: "ada", sid: "desk" }))).status).toBe(200)
    expect(await world.areIn(...all)).toEqual([false, true, true, true])
    expect(world.events.at(-1)).toEqual({ type: "provider_logout", provider: "acme", sessions: 1 })
    world.clock.advance(1000)
    expect(await world.areIn(await world.signInAt(acme, { sub: "ada" })), "a later login").toEqual([true])
  })

  test("SEC-H4: one of two concurrent requests with the same token has the effect", async () => {
    const world = await openLogoutWorld(strategy)
    const desk = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
    const token = await world.acme.logoutToken({ sid: "desk" })
    const results = await world.callAtOnce(Array.from({ length: 8 }, () => () => world.post(token)))
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect(world.events.filter(({ type }) => type === "provider_logout")).toHaveLength(1)
    expect(world.events.filter(({ type }) => type === "session_revoked")).toHaveLength(1)
    expect(await world.areIn(desk)).toEqual([false])
  })

  test("SEC-H6: wins against a sign-in that is being finished, at each of its calls to the store", async () => {
    const calls = await atEachCall(async (interrupt, at) => {
      const world = await openLogoutWorld(strategy)
      const browser = world.openBrowser()
      const [login, named] = races[at % races.length] ?? []
      const callback = await world.callbackOf(world.acme, login ?? desk, browser)
      const token = await world.acme.logoutToken(named ?? desk)
      interrupt(world, token)
      const answer = await world.auth.oauth.callback(callback)
      world.disturb()
      if (answer.ok) browser.keep(answer)
      else expect(answer.reason).toBe("provider_refused")
      return { world, browser, token }
    })
    expect(calls).toBeGreaterThan(6)
  })

  test("SEC-H6: wins against a session extension, at each of its calls to the store", async () => {
    const calls = await atEachCall(async (interrupt) => {
      const world = await openLogoutWorld(strategy)
      const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
      world.clock.advance(2 * DAY)
      const token = await world.acme.logoutToken({ sid: "desk" })
      interrupt(world, token)
      browser.keep(await world.auth.sessions.read(browser.request()))
      world.disturb()
      return { world, browser, token }
    })
    expect(calls).toBeGreaterThan(1)
  })

  test("gets a 400 while the store fails at any call, and the same token works afterwards", async () => {
    let isClean = false
    for (let at = 1; !isClean; at++) {
      const world = await openLogoutWorld(strategy)
      const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
      const token = await world.acme.logoutToken({ sid: "desk" })
      let made = 0
      world.disturb((_name, run) => {
        if (++made === at) throw outage()
        return run()
      })
      const { status } = await world.post(token)
      world.disturb()
      isClean = made < at
      expect(status, `call ${at}`).toBe(isClean ? 200 : 400)
      if (!isClean) expect((await world.post(token)).status, `after call ${at}`).toBe(200)
      expect(await world.areIn(browser)).toEqual([false])
      expect(at).toBeLessThan(60)
    }
  })

  test("sends the token again half a minute after its process died", async () => {
    const world = await openLogoutWorld(strategy)
    const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
    const token = await world.acme.logoutToken({ sid: "desk" })
    let made = 0
    world.disturb((_name, run) => {
      if (++made > 1) throw outage()
      return run()
    })
    expect((await world.post(token)).status).toBe(400)
    world.disturb()
    expect((await world.post(token)).status).toBe(400)
    world.clock.advance(30_000)
    expect((await world.post(token)).status).toBe(200)
    expect(await world.areIn(browser)).toEqual([false])
  })

  test("finds the session after the secret was rotated, and the slots never held its token", async () => {
    const world = await openLogoutWorld(strategy)
    const written: unknown[] = []
    world.disturb((name, run, args) => {
      if (["claim", "set", "replace"].includes(name)) written.push(args)
      return run()
    })
    const browser = await world.signInAt(world.acme, { sub: "ada:1", sid: "desk:1" })
    world.disturb()
    expect(written.length).toBeGreaterThan(1)
    expect(JSON.stringify(written)).not.toContain(browser.token())
    // Random ids have no colons.
    for (const secretText of ["ada:1", "desk:1"]) expect(JSON.stringify(written)).not.toContain(secretText)
    const rotated = createAuth({
      ...{ adapter: world.store, origin: "https://app.example", now: world.clock.now },
      secret: ["nX7qTz4Lw9vBk2Rm6Ys8Pd3Hf5Jc1Ga0", secret],
      session: { strategy },
      providers: [world.acme.provider],
    })
    const body = new URLSearchParams({ logout_token: await world.acme.logoutToken({ sid: "desk:1" }) })
    const request = new Request("https://app.example/", { method: "POST", body })
    expect(await rotated.oauth.backChannelLogout(request, "acme")).toMatchObject({ ok: true, sessions: 1 })
    expect(await world.areIn(browser)).toEqual([false])
  })
})

test("the provider ends sessions that are stored as hashes", async () => {
  const open: Factory = async (options) => {
    const backend = await memory.open(options)
    return { ...backend, adapter: hashedSessions(backend.adapter) }
  }
  const world = await openLogoutWorld("database", {}, open)
  const desk = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
  const phone = await world.signInAt(world.acme, { sub: "ada", sid: "phone" })
  expect((await world.post(await world.acme.logoutToken({ sid: "desk" }))).status).toBe(200)
  expect(await world.areIn(desk, phone)).toEqual([false, true])
})

describe("the route", () => {
  test("exists for providers with the option only, and needs a POST", async () => {
    const world = await openLogoutWorld("database")
    const token = await world.acme.logoutToken({ sub: "ada" })
    expect((await world.post(token, "nobody")).status).toBe(400)
    const got = await world.routes(new Request("https://app.example/auth/backchannel-logout/acme"))
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"])
    const without = await openLogoutWorld("database", {
      providers: [{ ...world.acme.provider, logout: ["rp_initiated"] }],
    })
    expect((await without.post(token)).status).toBe(404)
  })

  test("answers 400 if the provider's keys cannot be read, and reports the failure", async () => {
    const world = await openLogoutWorld("database")
    const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
    const token = await world.acme.logoutToken({ sid: "desk" })
    const { "/jwks": keys } = world.acme.answers
    world.acme.answers["/jwks"] = () => "no keys"
    expect(await world.post(token)).toMatchObject({ status: 400, body: expect.stringContaining("failed") })
    expect(world.events).toContainEqual({
      type: "operation_failed",
      operation: "route backchannel-logout/*",
      code: "unavailable",
    })
    expect(await world.areIn(browser)).toEqual([true])
    Object.assign(world.acme.answers, { "/jwks": keys })
    expect((await world.post(token)).status).toBe(200)
  })
})
