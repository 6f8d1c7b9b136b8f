import { expect } from "vitest"
import type { Backing } from "../support/backends.ts"
import { sessionCookie } from "../support/browser.ts"
import { DAY, HOUR } from "../support/clock.ts"
import { openWorld, outage, type World } from "../support/world.ts"
import type { Case } from "./case.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** Sessions in the store: tokens, cookies, ends. */
export function sessionCases(it: Case, { open }: Backing): void {
  const tokens = async (world: World) => (await world.rows("session")).map((row) => row.sessionToken)

  it("SEC-D1: a token has 256 random bits and its time of issue", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const [, time = "", bits = ""] = browser.token()?.split(/^m1-([0-9a-z]+)-/) ?? []
    expect(Number.parseInt(time, 36)).toBe(world.clock.now())
    expect(Buffer.from(bits, "base64url")).toHaveLength(32)
  })

  it(
    "SEC-D2, CVE-2022-25896: signing in makes a new token, and the one that the browser had has ended",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const before = browser.token()
      await world.signIn(email, browser)
      expect(browser.token()).not.toBe(before)
      expect(await tokens(world)).toEqual([browser.token()])
    },
  )

  it(
    "SEC-D2: a token that somebody planted in the browser is nobody's session, before and after signing in",
    [],
    async () => {
      const world = await openWorld(open)
      const planted = `m1-${world.clock.now().toString(36)}-${"A".repeat(43)}`
      const browser = world.openBrowser()
      browser.holdToken(planted)
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
      await world.signIn(email, browser)
      expect(await tokens(world)).not.toContain(planted)
      expect(browser.token()).not.toBe(planted)
    },
  )

  it("SEC-D4: however busy, a session ends absoluteMaxAge after the sign-in", [], async () => {
    const world = await openWorld(open, {
      session: { strategy: "database", maxAge: 2 * 86400, absoluteMaxAge: 5 * 86400 },
    })
    const { browser, session } = await world.signIn(email)
    const end = new Date(session.issuedAt.getTime() + 5 * DAY)
    for (let hours = 0; hours < 5 * 24 - 1; hours++) {
      world.clock.travel(HOUR)
      const { user, session } = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(user, `after ${hours + 1} hours`).not.toBeNull()
      expect(Number(session?.expires)).toBeLessThanOrEqual(end.getTime())
    }
    world.clock.travel(HOUR)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    expect(await world.rows("session")).toEqual([])
  })

  it("SEC-D4: a shorter absoluteMaxAge ends sessions that were begun under a longer one", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const shorter = await openWorld(
      async () => ({ adapter: world.store, rows: world.rows, close: async () => {} }),
      {
        clock: world.clock.now,
        session: { strategy: "database", absoluteMaxAge: 3600 },
      },
    )
    world.clock.travel(HOUR)
    expect((await shorter.auth.sessions.read(browser.request())).user).toBeNull()
    expect(await world.rows("session")).toEqual([])
  })

  it("SEC-D6: an expired session is nobody's for linking and for adding a passkey", [], async () => {
    const provider = { id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" } as const
    const world = await openWorld(open, { providers: [provider] })
    const { browser } = await world.signIn(email)
    world.clock.travel(30 * DAY)
    const started = await world.auth.oauth.start(browser.request("/link", post), "acme", { link: true })
    expect(started).toMatchObject({ ok: false, reason: "signed_out" })
  })

  it("SEC-D8: an outage is not a sign-out: reading throws, and the cookies stay", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    world.disturb(() => {
      throw outage()
    })
    await expect(world.auth.sessions.read(browser.request())).rejects.toMatchObject({
      name: "MortiseError",
      code: "unavailable",
    })
    world.disturb()
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })

  it("SEC-D8: an extension that fails does not sign anybody out", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    world.clock.travel(DAY)
    world.disturb((name, run) => {
      if (/extendSession|updateSession/.test(name)) throw outage()
      return run()
    })
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
    expect(world.events.at(-1)).toMatchObject({ type: "trouble", operation: "extendSession" })
  })

  it(
    "SEC-D8: a sign-out that the store missed is pending, clears the cookie, and is made good at the next visit",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const stolen = browser.token() ?? ""
      world.disturb(() => {
        throw outage()
      })
      const out = browser.keep(await world.auth.sessions.signOut(browser.request("/", post)))
      expect(out).toMatchObject({ ok: false, reason: "pending" })
      expect(browser.token()).toBeUndefined()
      expect(browser.jar.header(), "the note is no session").not.toContain(stolen)
      expect(browser.keep(await world.auth.sessions.signOut(browser.request("/", post)))).toMatchObject({
        reason: "pending",
      })
      expect(await tokens(world)).toEqual([stolen])

      world.disturb()
      browser.keep(await world.auth.sessions.read(browser.request()))
      expect(await tokens(world)).toEqual([])
      expect(browser.jar.header()).toBe("")
    },
  )

  it(
    "SEC-D11: the cookie is of this host alone, secure, out of reach for scripts, and the token is nowhere else",
    [],
    async () => {
      const world = await openWorld(open)
      const { answer, browser } = await world.signIn(email)
      expect(answer.cookies).toEqual([
        `${sessionCookie}=${browser.token()}; Max-Age=${(30 * DAY) / 1000}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ])
      const { cookies: _, ...told } = answer
      expect(
        JSON.stringify([told, world.events, await world.auth.sessions.read(browser.request())]),
      ).not.toContain(browser.token())
    },
  )

  it(
    "SEC-D13, CVE-2026-27840: a token that was cut, lengthened, changed in case or encoded anew matches nothing",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const token = browser.token() ?? ""
      const swapped = swapCase(token)
      for (const other of [
        token.slice(0, -1),
        `${token}A`,
        swapped,
        token.toUpperCase(),
        encodeURIComponent(`${token}=`),
        `${token}%00`,
        "",
      ]) {
        browser.holdToken(other)
        expect((await world.auth.sessions.read(browser.request())).user, other.replace(token, "…")).toBeNull()
      }
      browser.holdToken(token)
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    },
  )

  it("SEC-D13: a store that compares without regard to case lets nobody in", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const [session] = await world.rows("session")
    const [user] = await world.rows("user")
    world.disturb((name, run) => (name === "getSessionAndUser" ? { session, user } : run()))
    expect((await world.auth.sessions.read(browser.request())).user, "the token itself").not.toBeNull()
    browser.holdToken((browser.token() ?? "").replace(/[\w-]{43}$/, swapCase))
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it("SEC-D9: a session of one person with the row of another is nobody's", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const [session] = await world.rows("session")
    world.disturb((name, run) =>
      name === "getSessionAndUser" ? { session, user: { id: "somebody else" } } : run(),
    )
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it("signs in whom your own code has checked, and nobody who is not there", [], async () => {
    const world = await openWorld(open)
    const { user } = await world.signIn(email)
    const browser = world.openBrowser()
    browser.keep(await world.auth.sessions.create(browser.request(), user.id))
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
    expect(world.events.at(-1)).toMatchObject({ type: "signed_in", method: "custom", userId: user.id })
    expect(await world.auth.sessions.create(browser.request(), "nobody")).toMatchObject({
      ok: false,
      reason: "unknown_user",
    })
  })

  it("SEC-B6: deleting a user ends everything that was theirs", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    const other = await world.signIn(email)
    await world.auth.deleteUser(user.id)
    for (const each of [browser, other.browser])
      expect((await world.auth.sessions.read(each.request())).user).toBeNull()
    expect([await world.rows("user"), await world.rows("session")]).toEqual([[], []])
    expect(world.events.at(-1)).toEqual({ type: "user_deleted", userId: user.id })
  })
}

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
