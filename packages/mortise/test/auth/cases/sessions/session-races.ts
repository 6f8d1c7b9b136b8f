import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** Requests that change a session concurrently. */
export function sessionRaceCases(it: Case, { open }: Backing): void {
  it("SEC-D7: a session that is revoked while it is extended stays revoked", ["revokeSessions"], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    world.clock.advance(DAY)
    world.disturb(async (name, run) => {
      if (name === "extendSession") {
        world.disturb()
        await world.auth.sessions.revokeAll(user.id)
      }
      return run()
    })
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    expect(await world.rows("session")).toEqual([])
  })

  it(
    "SEC-D5: a session that another process extends while this process reads it as expired stays",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const [row] = await world.rows("session")
      const [user] = await world.rows("user")
      const old = { session: { ...row, expires: world.clock.in(0) }, user }
      world.disturb((name, run) => {
        if (name !== "getSessionAndUser") return run()
        world.disturb()
        return old
      })
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
      expect(await world.rows("session")).toHaveLength(1)
    },
  )

  for (const strategy of ["database", "jwt"] as const)
    it(`a user who is deleted concurrently is not signed in (${strategy})`, ["revokeSessions"], async () => {
      const world = await openWorld(open, { session: { strategy } })
      const { user } = await world.signIn(email)
      const browser = world.openBrowser()
      world.disturb(async (name, run) => {
        const answer = await run()
        if (name !== "getUser") return answer
        world.disturb()
        await world.auth.users.delete(user.id)
        return answer
      })
      const answer = await world.auth.sessions.create(browser.request(), user.id)
      expect(browser.keep(answer)).toMatchObject({ ok: false, reason: "unknown_user" })
    })

  it("a session whose creation got no response is deleted", ["revokeSessions"], async () => {
    const world = await openWorld(open)
    const { user, browser } = await world.signIn(email)
    world.disturb(async (name, run) => {
      const answer = await run()
      if (name === "createSession") throw outage()
      return answer
    })
    await expect(world.auth.sessions.create(browser.request(), user.id)).rejects.toThrow()
    expect(await world.rows("session")).toHaveLength(1)
  })
}
