import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld, outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const jwt: WorldOptions = { session: { strategy: "jwt" } }

/** Revoking tokens before they expire. */
export function jwtRevocationCases(it: Case, { open }: Backing): void {
  it("jwt: an outage is not a sign-out", ["revokeSessions"], async () => {
    const world = await openWorld(open, jwt)
    const { browser } = await world.signIn(email)
    world.disturb(() => {
      throw outage()
    })
    await expect(world.auth.sessions.read(browser.request())).rejects.toThrow("down")
  })

  it(
    "SEC-D7: jwt: one token can be revoked, and a sign-out revokes its own",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, jwt)
      const [first, second, third] = [
        await world.signIn(email),
        await world.signIn(email),
        await world.signIn(email),
      ]
      expect(await world.auth.sessions.revoke(first.user.id, first.session.handle)).toEqual({ ok: true })
      expect(await world.auth.sessions.revoke("another user", third.session.handle)).toEqual({ ok: true })
      const stolen = second.browser.token() ?? ""
      expect(await world.auth.sessions.signOut(second.browser.request("/", post))).toMatchObject({
        ok: true,
        everywhere: true,
      })
      second.browser.holdToken(stolen)
      for (const { browser } of [first, second])
        expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
      expect(
        (await world.auth.sessions.read(third.browser.request())).user,
        "only the owner's id revokes it",
      ).not.toBeNull()
      expect(await world.auth.sessions.revoke(first.user.id, "no handle")).toEqual({
        ok: false,
        reason: "unknown_session",
      })
    },
  )

  it(
    "SEC-D7: jwt: all tokens of a user can be revoked, or all except the current one, repeatedly",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, jwt)
      const [first, second] = [await world.signIn(email), await world.signIn(email)]
      first.browser.keep(await world.auth.sessions.revokeOthers(first.browser.request("/", post)))
      expect((await world.auth.sessions.read(first.browser.request())).user).not.toBeNull()
      expect((await world.auth.sessions.read(second.browser.request())).user).toBeNull()
      const third = await world.signIn(email)
      await world.auth.sessions.revokeAll(first.user.id)
      for (const { browser } of [first, third])
        expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
      const fourth = await world.signIn(email)
      expect(
        (await world.auth.sessions.read(fourth.browser.request())).user,
        "issued at the same time",
      ).not.toBeNull()
    },
  )

  for (const ending of ["revokeAll", "delete"] as const)
    it(
      `SEC-D7: jwt: a session that is revoked while it revokes the others stays revoked (${ending})`,
      ["revokeSessions"],
      async () => {
        for (const isFirst of [true, false]) {
          const world = await openWorld(open, jwt)
          const { user } = await world.signIn(email)
          if (!isFirst) await world.auth.sessions.revokeAll(user.id)
          const { browser } = await world.signIn(email)
          world.disturb(async (name, run) => {
            if (name !== "claim") return run()
            world.disturb()
            await { ...world.auth.sessions, ...world.auth.users }[ending](user.id)
            return run()
          })
          const answer = browser.keep(await world.auth.sessions.revokeOthers(browser.request("/", post)))
          expect(answer).toMatchObject({ ok: false, reason: "signed_out" })
          expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
        }
      },
    )

  it("jwt: deleting a user revokes their tokens at once", ["revokeSessions"], async () => {
    const world = await openWorld(open, jwt)
    const { browser, user } = await world.signIn(email)
    await world.auth.users.delete(user.id)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it("SEC-D8: jwt: if tokens cannot be revoked, a sign-out reports that", [], async () => {
    const world = await openWorld(open, { session: { strategy: "jwt", revocable: false } })
    const { browser, user } = await world.signIn(email)
    world.takeCalls()
    await world.auth.sessions.read(browser.request())
    expect(world.takeCalls(), "reading does not call the store").toEqual([])
    expect(await world.auth.sessions.signOut(browser.request("/", post))).toMatchObject({
      ok: true,
      everywhere: false,
    })
    const cannot = { code: "missing_operation" }
    await expect(world.auth.sessions.revokeAll(user.id)).rejects.toMatchObject(cannot)
    await expect(world.auth.sessions.list(user.id)).rejects.toMatchObject(cannot)
    expect(world.auth.capabilities.revokeSessions).toBe(false)
  })
}
