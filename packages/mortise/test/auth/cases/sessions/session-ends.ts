import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY, HOUR } from "../../support/clock.ts"
import { openWorld, outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** What ends a stored session, and which failures do not. */
export function sessionEndCases(it: Case, { open }: Backing): void {
  it("SEC-D4: a session in use ends absoluteMaxAgeSeconds after the sign-in", [], async () => {
    const world = await openWorld(open, {
      session: { strategy: "database", maxAgeSeconds: 2 * 86400, absoluteMaxAgeSeconds: 5 * 86400 },
    })
    const { browser, session } = await world.signIn(email)
    const end = new Date(session.issuedAt.getTime() + 5 * DAY)
    for (let hours = 0; hours < 5 * 24 - 1; hours++) {
      world.clock.advance(HOUR)
      const { user, session } = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(user, `after ${hours + 1} hours`).not.toBeNull()
      expect(Number(session?.expires)).toBeLessThanOrEqual(end.getTime())
    }
    world.clock.advance(HOUR)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    expect(await world.rows("session")).toEqual([])
  })

  it(
    "SEC-D4: a shorter absoluteMaxAgeSeconds ends sessions that were started under a longer one",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser, user, session } = await world.signIn(email)
      const shorter = await openWorld(
        async () => ({ adapter: world.store, rows: world.rows, close: async () => {} }),
        {
          now: world.clock.now,
          session: { strategy: "database", absoluteMaxAgeSeconds: 3600 },
        },
      )
      world.clock.advance(HOUR)
      expect((await shorter.auth.sessions.read(browser.request())).user).toBeNull()
      expect(await world.rows("session")).toEqual([])
      expect(shorter.events).toEqual([{ type: "session_expired", userId: user.id, session: session.handle }])
    },
  )

  it("SEC-D3, SEC-D4: a session is not extended beyond its absolute end", [], async () => {
    const world = await openWorld(open, {
      session: {
        strategy: "database",
        maxAgeSeconds: 2 * 86400,
        updateAgeSeconds: 0,
        absoluteMaxAgeSeconds: 3 * 86400,
      },
    })
    const { browser } = await world.signIn(email)
    world.clock.advance(DAY)
    expect((await world.auth.sessions.read(browser.request())).cookies).toHaveLength(1)
    for (const _ of [1, 2]) {
      world.takeCalls()
      world.clock.advance(HOUR)
      const { user, cookies } = await world.auth.sessions.read(browser.request())
      expect(user).not.toBeNull()
      expect(cookies).toEqual([])
      expect(world.takeCalls()).toEqual(["getSessionAndUser"])
    }
  })

  it("SEC-D5: an expired session has ended, even if it cannot be removed", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const old = { session: (await world.rows("session"))[0], user: (await world.rows("user"))[0] }
    world.clock.advance(30 * DAY)
    world.disturb((name) => {
      if (name === "getSessionAndUser") return old
      throw outage()
    })
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    expect(world.events.filter(({ type }) => type === "operation_failed")).toHaveLength(1)
  })

  for (const strategy of ["database", "jwt"] as const)
    it(`SEC-D6: an expired session cannot start a link (${strategy})`, [], async () => {
      const provider = { id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" } as const
      const world = await openWorld(open, { providers: [provider], session: { strategy } })
      const { browser } = await world.signIn(email)
      world.clock.advance(30 * DAY)
      const started = await world.auth.oauth.start(browser.request("/link", post), "acme", { link: true })
      expect(started).toMatchObject({ ok: false, reason: "signed_out" })
    })

  it("SEC-A2: an outage is not a sign-out: reading throws, and the cookies stay", [], async () => {
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

  it("SEC-D3: a failed extension does not sign the user out", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    world.clock.advance(DAY)
    world.disturb((name, run) => {
      if (/extendSession|updateSession/.test(name)) throw outage()
      return run()
    })
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
    expect(world.events.at(-1)).toMatchObject({ type: "operation_failed", operation: "extendSession" })
  })
}
