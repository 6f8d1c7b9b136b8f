import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** The maximum number of sessions of a user. */
export function sessionLimitCases(it: Case, { open }: Backing): void {
  it("a session that the sign-in replaces does not count", ["revokeSessions"], async () => {
    const world = await openWorld(open, { session: { strategy: "database", maxSessions: 2 } })
    const phone = await world.signIn(email)
    world.clock.advance(1000)
    const laptop = await world.signIn(email)
    world.clock.advance(1000)
    await world.signIn(email, laptop.browser)
    for (const { browser } of [phone, laptop])
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    expect(await world.rows("session")).toHaveLength(2)
  })

  it(
    "SEC-D12: fifty concurrent sign-ins with a limit of five leave five sessions",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, { session: { strategy: "database", maxSessions: 5 } })
      const { user } = await world.signIn(email)
      const browser = world.openBrowser()
      // A store may list sessions in any order, which may change between calls.
      let lists = 0
      world.disturb(async (name, run) => {
        const result = await run()
        return name === "listSessions" && lists++ % 2 === 0 ? [...(result as object[])].reverse() : result
      })
      await Promise.all(
        Array.from({ length: 50 }, () => world.auth.sessions.create(browser.request(), user.id)),
      )
      expect(await world.rows("session")).toHaveLength(5)
      world.clock.advance(1)
      const { session } = await world.signIn(email)
      expect(await world.rows("session")).toHaveLength(5)
      expect((await world.auth.sessions.list(user.id)).map(({ handle }) => handle)).toContain(session.handle)
    },
  )

  it(
    "SEC-D12: each concurrent sign-in above the limit is refused or gets an active session",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, { session: { strategy: "database", maxSessions: 2 } })
      const { user } = await world.signIn(email)
      // Every session exists before the first sign-in counts them.
      let created = 0
      let proceed = () => {}
      const allCreated = new Promise<void>((resolve) => {
        proceed = resolve
      })
      world.disturb(async (name, run) => {
        if (name === "listSessions") await allCreated
        const result = await run()
        if (name === "createSession" && ++created === 10) proceed()
        return result
      })
      const browsers = Array.from({ length: 10 }, () => world.openBrowser())
      const answers = await Promise.all(
        browsers.map(async (browser) =>
          browser.keep(await world.auth.sessions.create(browser.request(), user.id)),
        ),
      )
      world.disturb()
      const active = await Promise.all(
        browsers.map(async (browser) => (await world.auth.sessions.read(browser.request())).user !== null),
      )
      expect(active).toEqual(answers.map(({ ok }) => ok))
      expect(active.filter(Boolean).length).toBeGreaterThan(0)
      for (const answer of answers.filter(({ ok }) => !ok))
        expect(answer).toMatchObject({ reason: "too_many_sessions", cookies: [] })
      const reported = world.events.filter(({ type }) => type === "signed_in")
      expect(reported).toHaveLength(1 + active.filter(Boolean).length)
    },
  )

  it(
    "SEC-D12: a link that is followed in spite of the limit is refused, and the browser stays signed in",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, { session: { strategy: "database", maxSessions: 1 } })
      const ada = await world.signIn(email)
      const { browser } = await world.signIn("eve@example.com")
      await world.auth.email.request(browser.post(), { email })
      const form = world.lastLink().fields
      world.disturb(async (name, run) => {
        if (name !== "listSessions") return run()
        world.disturb()
        // Another sign-in of the same user, which is newer.
        world.clock.advance(1)
        ada.browser.keep(await world.auth.sessions.create(ada.browser.request(), ada.user.id))
        return run()
      })
      const answer = browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form })))
      expect(answer).toMatchObject({ ok: false, reason: "too_many_sessions" })
      expect((await world.auth.sessions.read(browser.request())).user?.email).toBe("eve@example.com")
      expect((await world.auth.sessions.read(ada.browser.request())).user?.email).toBe(email)
    },
  )
}
