import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld, outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const unknownSession = { ok: false, reason: "unknown_session" }

/** Listing and revoking stored sessions. */
export function sessionRevocationCases(it: Case, { open }: Backing): void {
  it(
    "SEC-D7, SEC-D14: a user sees their sessions with handles that are not tokens",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open)
      const first = await world.signIn(email)
      const second = await world.signIn(email)
      const listed = await world.auth.sessions.list(first.user.id)
      expect(listed.map(({ handle }) => handle).sort()).toEqual(
        [first.session.handle, second.session.handle].sort(),
      )
      for (const { browser } of [first, second])
        expect(JSON.stringify(listed)).not.toContain(browser.token()?.slice(-43))
      const thief = world.openBrowser()
      thief.holdToken(first.session.handle)
      expect((await world.auth.sessions.read(thief.request())).user).toBeNull()
    },
  )

  it("SEC-D7: revokes a session by its handle, for every process", ["revokeSessions"], async () => {
    const world = await openWorld(open)
    const first = await world.signIn(email)
    const second = await world.signIn(email)
    expect(await world.auth.sessions.revoke(first.user.id, first.session.handle)).toEqual({ ok: true })
    expect((await world.auth.sessions.read(first.browser.request())).user).toBeNull()
    expect((await world.auth.sessions.read(second.browser.request())).user).not.toBeNull()
    expect(world.events.at(-1)).toMatchObject({ type: "session_revoked", session: first.session.handle })
    expect(await world.auth.sessions.revoke(first.user.id, first.session.handle)).toEqual(unknownSession)
    expect(world.events.at(-1)).toEqual({ type: "refused", flow: "session", reason: "unknown_session" })
  })

  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-H5, CVE-2025-71402: the handle of another user's session does not revoke it (${strategy})`,
      ["revokeSessions"],
      async () => {
        const world = await openWorld(open, { session: { strategy } })
        const ada = await world.signIn(email)
        const eve = await world.signIn("eve@example.com")
        // Tokens are not listed, so a token that a user does not have can be revoked too.
        const result = await world.auth.sessions.revoke(eve.user.id, ada.session.handle)
        expect(result).toEqual(strategy === "jwt" ? { ok: true } : unknownSession)
        expect((await world.auth.sessions.read(ada.browser.request())).user).not.toBeNull()
      },
    )

  it("SEC-D7: revokes all sessions except the current one", ["revokeSessions"], async () => {
    const world = await openWorld(open)
    const [first, second, third] = [
      await world.signIn(email),
      await world.signIn(email),
      await world.signIn(email),
    ]
    const otherUser = await world.signIn("eve@example.com")
    second.browser.keep(await world.auth.sessions.revokeOthers(second.browser.request("/", post)))
    for (const { browser } of [first, third])
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    for (const { browser } of [second, otherUser])
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    const refused = await world.auth.sessions.revokeOthers(world.openBrowser().request("/", post))
    expect(refused).toMatchObject({ ok: false, reason: "signed_out" })
  })

  it("SEC-D7, GHSA-2vg6-77g8-24mp: revokes all sessions of a user", ["revokeSessions"], async () => {
    const world = await openWorld(open)
    const everywhere = [await world.signIn(email), await world.signIn(email)]
    await world.auth.sessions.revokeAll(everywhere[0]?.user.id ?? "")
    for (const { browser } of everywhere)
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    expect(await world.rows("session")).toEqual([])
  })

  it(
    "SEC-D8: a revocation that fails partly throws, and deletes the sessions that it can",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open)
      const { user } = await world.signIn(email)
      await world.signIn(email)
      let failing = 1
      world.disturb((name, run) => {
        if (name === "deleteSession" && failing-- > 0) throw outage()
        return run()
      })
      await expect(world.auth.sessions.revokeAll(user.id)).rejects.toMatchObject({ code: "indeterminate" })
      expect(await world.rows("session")).toHaveLength(1)
      expect(world.events.some(({ type }) => type === "session_revoked")).toBe(false)
      await world.auth.sessions.revokeAll(user.id)
      expect(await world.rows("session")).toEqual([])
    },
  )
}
