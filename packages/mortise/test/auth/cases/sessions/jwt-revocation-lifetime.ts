import { expect } from "vitest"
import { type Auth, createAuth } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { origin } from "../../support/browser.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, outage, secret, type World, type WorldOptions } from "../../support/world.ts"
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

  const revocations: Readonly<Record<string, (auth: Auth, userId: string, handle: string) => unknown>> = {
    "all sessions": (auth, userId) => auth.sessions.revokeAll(userId),
    "one session": (auth, userId, handle) => auth.sessions.revoke(userId, handle),
  }
  for (const [what, revoke] of Object.entries(revocations))
    it(
      `SEC-S6: jwt: ${what}, revoked under a shorter absoluteMaxAgeSeconds, do not come back under the longer one`,
      ["revokeSessions"],
      async () => {
        const world = await openWorld(open, longest)
        const { browser, user, session } = await world.signIn(email)
        await revoke(withShortLife(world), user.id, session.handle)
        world.clock.advance(400 * DAY - 1)
        expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
      },
    )

  it(
    "SEC-S6: jwt: a pending sign-out under a shorter absoluteMaxAgeSeconds is not forgotten",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, longest)
      const { browser } = await world.signIn(email)
      const stolen = browser.token() ?? ""
      const short = withShortLife(world)
      world.disturb(() => Promise.reject(outage()))
      browser.keep(await short.sessions.signOut(browser.request("/", post)))
      world.disturb()
      world.clock.advance(2 * DAY)
      browser.keep(await world.auth.sessions.read(browser.request()))
      browser.holdToken(stolen)
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    },
  )
}

const longestSeconds = 400 * 86400

/** Tokens that live as long as any token can. */
const longest: WorldOptions = {
  session: {
    strategy: "jwt",
    maxAgeSeconds: longestSeconds,
    updateAgeSeconds: longestSeconds,
    absoluteMaxAgeSeconds: longestSeconds,
  },
}

/** The same application on the same store, as long as its `absoluteMaxAgeSeconds` is an hour. */
const withShortLife = ({ adapter, clock }: World): Auth =>
  createAuth({
    adapter,
    secret,
    origin,
    now: clock.now,
    sweep: false,
    session: { absoluteMaxAgeSeconds: 3600 },
  })
