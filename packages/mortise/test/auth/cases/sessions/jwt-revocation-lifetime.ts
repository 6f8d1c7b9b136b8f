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
    "SEC-D7: jwt: a revocation lasts as long as a token can, and does not affect later tokens",
    ["revokeSessions"],
    async () => {
      const options = { strategy: "jwt", maxAgeSeconds: 90 * 86400, updateAgeSeconds: 90 * 86400 } as const
      const world = await openWorld(open, { session: options })
      const first = await world.signIn(email)
      await world.auth.sessions.revokeAll(first.user.id)
      world.clock.advance(60 * DAY)
      const second = await world.signIn(email)
      world.clock.advance(30 * DAY - 1)
      expect((await world.auth.sessions.read(first.browser.request())).user).toBeNull()
      world.clock.advance(10 * DAY)
      expect((await world.auth.sessions.read(second.browser.request())).user).not.toBeNull()
      await world.auth.sessions.revokeAll(first.user.id)
      expect((await world.auth.sessions.read(second.browser.request())).user).toBeNull()
    },
  )

  it("SEC-D7: jwt: a later revocation lasts longer", ["revokeSessions"], async () => {
    const options = { strategy: "jwt", maxAgeSeconds: 90 * 86400, updateAgeSeconds: 90 * 86400 } as const
    const world = await openWorld(open, { session: options })
    const { user } = await world.signIn(email)
    await world.auth.sessions.revokeAll(user.id)
    world.clock.advance(50 * DAY)
    const { browser } = await world.signIn(email)
    await world.auth.sessions.revokeAll(user.id)
    world.clock.advance(60 * DAY)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it(
    "SEC-D7: jwt: a revoked token stays revoked, even if a copy of it was renewed",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, jwt)
      const [ended, left] = [await world.signIn(email), await world.signIn(email)]
      const stale = left.browser.token() ?? ""
      await world.auth.sessions.revoke(ended.user.id, ended.session.handle)
      world.clock.advance(20 * DAY)
      left.browser.keep(await world.auth.sessions.read(left.browser.request()))
      const renewed = left.browser.token() ?? ""
      expect(renewed).not.toBe(stale)
      left.browser.holdToken(stale)
      await world.auth.sessions.signOut(left.browser.request("/", post))
      world.clock.advance(10 * DAY - 1)
      expect((await world.auth.sessions.read(ended.browser.request())).user).toBeNull()
      world.clock.advance(15 * DAY)
      left.browser.holdToken(renewed)
      expect((await world.auth.sessions.read(left.browser.request())).user).toBeNull()
    },
  )
}
