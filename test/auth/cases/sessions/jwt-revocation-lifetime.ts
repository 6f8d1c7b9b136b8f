import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const jwt: WorldOptions = { session: { strategy: "jwt" } }

/** How long a revocation is remembered. */
export function jwtRevocationLifetimeCases(it: Case, { open }: Backing): void {
  it(
    "SEC-D7: jwt: what was ended stays so for as long as a token can live, and later tokens are not touched",
    ["revokeSessions"],
    async () => {
      const options = { strategy: "jwt", maxAgeSeconds: 90 * 86400, updateAgeSeconds: 90 * 86400 } as const
      const world = await openWorld(open, { session: options })
      const first = await world.signIn(email)
      await world.auth.sessions.revokeAll(first.user.id)
      world.clock.travel(60 * DAY)
      const second = await world.signIn(email)
      world.clock.travel(30 * DAY - 1)
      expect((await world.auth.sessions.read(first.browser.request())).user).toBeNull()
      world.clock.travel(10 * DAY)
      expect((await world.auth.sessions.read(second.browser.request())).user).not.toBeNull()
      await world.auth.sessions.revokeAll(first.user.id)
      expect((await world.auth.sessions.read(second.browser.request())).user).toBeNull()
    },
  )

  it("SEC-D7: jwt: what was ended later stays so for longer", ["revokeSessions"], async () => {
    const options = { strategy: "jwt", maxAgeSeconds: 90 * 86400, updateAgeSeconds: 90 * 86400 } as const
    const world = await openWorld(open, { session: options })
    const { user } = await world.signIn(email)
    await world.auth.sessions.revokeAll(user.id)
    world.clock.travel(50 * DAY)
    const { browser } = await world.signIn(email)
    await world.auth.sessions.revokeAll(user.id)
    world.clock.travel(60 * DAY)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it(
    "SEC-D7: jwt: one that was ended stays so, also where a later copy of it was renewed",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, jwt)
      const [ended, left] = [await world.signIn(email), await world.signIn(email)]
      const stale = left.browser.token() ?? ""
      await world.auth.sessions.revoke(ended.user.id, ended.session.handle)
      world.clock.travel(20 * DAY)
      left.browser.keep(await world.auth.sessions.read(left.browser.request()))
      const renewed = left.browser.token() ?? ""
      expect(renewed).not.toBe(stale)
      left.browser.holdToken(stale)
      await world.auth.sessions.signOut(left.browser.request("/", post))
      world.clock.travel(10 * DAY - 1)
      expect((await world.auth.sessions.read(ended.browser.request())).user).toBeNull()
      world.clock.travel(15 * DAY)
      left.browser.holdToken(renewed)
      expect((await world.auth.sessions.read(left.browser.request())).user).toBeNull()
    },
  )
}
