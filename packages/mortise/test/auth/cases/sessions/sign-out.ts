import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld, outage, type World } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** Signing out, also while the store is unavailable. */
export function signOutCases(it: Case, { open }: Backing): void {
  const tokens = async (world: World) => (await world.rows("session")).map((row) => row.sessionToken)

  it("§3 deleteSession: the session is removed", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const replay = browser.token() ?? ""
    const out = browser.keep(await world.auth.sessions.signOut(browser.request("/", { method: "POST" })))
    expect(out).toMatchObject({ ok: true, everywhere: true })
    expect(await world.rows("session")).toEqual([])
    browser.holdToken(replay)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  for (const strategy of ["database", "jwt"] as const)
    it(
      `CVE-2025-71402: another site, or a GET, cannot sign a user out or revoke sessions (${strategy})`,
      [],
      async () => {
        const world = await openWorld(open, { session: { strategy } })
        const { browser, user } = await world.signIn(email)
        world.takeCalls()
        const { signOut, revokeOthers } = world.auth.sessions
        const elsewhere = { ...post, headers: { origin: "https://evil.example" } }
        for (const change of [signOut, revokeOthers]) {
          expect(await change(browser.request("/"))).toMatchObject({
            ok: false,
            reason: "not_post",
            cookies: [],
          })
          expect(await change(browser.request("/", elsewhere))).toMatchObject({
            ok: false,
            reason: "cross_site",
            cookies: [],
          })
        }
        expect(world.takeCalls()).toEqual([])
        expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
      },
    )

  it(
    "SEC-D8: a sign-out during an outage is pending, clears the cookie, and is retried by the next request",
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
      expect(browser.jar.header(), "the cookie of the pending sign-out is not a session").not.toContain(
        stolen,
      )
      expect(browser.keep(await world.auth.sessions.signOut(browser.request("/", post)))).toMatchObject({
        reason: "pending",
      })
      expect(await tokens(world)).toEqual([stolen])

      world.disturb()
      browser.keep(await world.auth.sessions.read(browser.request()))
      expect(await tokens(world)).toEqual([])
      expect(browser.jar.header()).not.toMatch(/session|sign-out/)
    },
  )

  it("SEC-D8: several sign-outs during an outage are all retried", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const missed = async () => {
      world.disturb(() => {
        throw outage()
      })
      browser.keep(await world.auth.sessions.signOut(browser.request("/", post)))
      world.disturb()
    }
    await missed()
    const { user } = await world.signIn("eve@example.com")
    const second = await world.auth.sessions.create(world.openBrowser().request(), user.id)
    browser.keep(second)
    await missed()
    browser.keep(await world.auth.sessions.read(browser.request()))
    expect(await tokens(world), "the session without a sign-out").toHaveLength(1)
  })

  it("SEC-D8: of more pending sign-outs than a cookie can hold, the latest are kept", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    const oldest = browser.token()
    for (let signOut = 0; signOut < 6; signOut++) {
      if (signOut > 0) browser.keep(await world.auth.sessions.create(world.openBrowser().request(), user.id))
      world.disturb(() => {
        throw outage()
      })
      browser.keep(await world.auth.sessions.signOut(browser.request("/", post)))
      world.disturb()
    }
    browser.keep(await world.auth.sessions.read(browser.request()))
    expect(await tokens(world)).toEqual([oldest])
  })
}
