import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const jwt: WorldOptions = { session: { strategy: "jwt" } }

/** How a session in a token is renewed, and how it expires. */
export function jwtExpiryCases(it: Case, { open }: Backing): void {
  it("§1.1, §5.1: jwt stores the session in a cookie, and none in the store", [], async () => {
    const world = await openWorld(open, jwt)
    const { browser, user } = await world.signIn(email)
    const read = await world.auth.sessions.read(browser.request())
    expect(read.user).toEqual({
      id: user.id,
      email,
      emailVerified: world.clock.in(0),
      name: null,
      image: null,
    })
    expect(read.session?.expires).toEqual(world.clock.in(30 * DAY))
    expect(await world.rows("session")).toEqual([])
    expect(atob(browser.token()?.split(".")[0] ?? "")).toContain("A256CBC-HS512")
  })

  it(
    "jwt: expires exactly on time, and is renewed after updateAgeSeconds with the stored user",
    [],
    async () => {
      const world = await openWorld(open, jwt)
      const { browser, user } = await world.signIn(email)
      await world.store.updateUser?.({ id: user.id, name: "Ada" } as never)
      world.clock.advance(DAY - 1)
      expect((await world.auth.sessions.read(browser.request())).cookies).toEqual([])
      world.clock.advance(1)
      const old = browser.token() ?? ""
      const read = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(read).toMatchObject({ user: { name: "Ada" }, session: { expires: world.clock.in(30 * DAY) } })
      world.clock.advance(29 * DAY)
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
      browser.holdToken(old)
      expect(
        (await world.auth.sessions.read(browser.request())).user,
        "the older token expires at its own expiry",
      ).toBeNull()
    },
  )

  it("SEC-D4: jwt: a token in use ends absoluteMaxAgeSeconds after the sign-in", [], async () => {
    const world = await openWorld(open, { session: { strategy: "jwt", absoluteMaxAgeSeconds: 40 * 86400 } })
    const { browser } = await world.signIn(email)
    for (let days = 1; days < 40; days++) {
      world.clock.advance(DAY)
      expect(
        browser.keep(await world.auth.sessions.read(browser.request())).user,
        `day ${days}`,
      ).not.toBeNull()
    }
    world.clock.advance(DAY)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it("SEC-D4: jwt: a token keeps the absolute end that it was issued with", [], async () => {
    const world = await openWorld(open, { session: { strategy: "jwt", absoluteMaxAgeSeconds: 40 * 86400 } })
    const { browser } = await world.signIn(email)
    const end = world.clock.in(40 * DAY)
    const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
    const longer = await openWorld(same, { ...jwt, now: world.clock.now })
    world.clock.advance(20 * DAY)
    const { session } = browser.keep(await longer.auth.sessions.read(browser.request()))
    expect(session?.expires).toEqual(end)
    world.clock.advance(20 * DAY - 1)
    expect((await longer.auth.sessions.read(browser.request())).user).not.toBeNull()
    world.clock.advance(1)
    expect((await longer.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it(
    "jwt: a deleted user is signed out at the next renewal, even if tokens cannot be revoked",
    [],
    async () => {
      const world = await openWorld(open, { session: { strategy: "jwt", revocable: false } })
      const { browser, user } = await world.signIn(email)
      await world.auth.users.delete(user.id)
      world.clock.advance(DAY)
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    },
  )

  it("jwt: a failed renewal does not sign the user out", [], async () => {
    const world = await openWorld(open, jwt)
    const { browser, user } = await world.signIn(email)
    world.clock.advance(DAY)
    world.disturb((name, run) => {
      if (name === "getUser") throw outage()
      return run()
    })
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })

  it("SEC-N14: jwt: the configured clock decides, not the machine's", [], async () => {
    const world = await openWorld(open, { ...jwt, now: () => 1_000_000_000_000 })
    const { browser, user } = await world.signIn(email)
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })
}
