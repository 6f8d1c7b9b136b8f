import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const jwt: WorldOptions = { session: { strategy: "jwt" } }

/** How a session in a token is renewed, and how it expires. */
export function jwtExpiryCases(it: Case, { open }: Backing): void {
  it("§1.1, §5.1: jwt keeps the sign-in state in a cookie, and no session in the store", [], async () => {
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
    "jwt: ends when time is its end, and is renewed no sooner than updateAge, with what the store knows by then",
    [],
    async () => {
      const world = await openWorld(open, jwt)
      const { browser, user } = await world.signIn(email)
      await world.store.updateUser?.({ id: user.id, name: "Ada" } as never)
      world.clock.travel(DAY - 1)
      expect((await world.auth.sessions.read(browser.request())).cookies).toEqual([])
      world.clock.travel(1)
      const old = browser.token() ?? ""
      const read = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(read).toMatchObject({ user: { name: "Ada" }, session: { expires: world.clock.in(30 * DAY) } })
      world.clock.travel(29 * DAY)
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
      browser.holdToken(old)
      expect(
        (await world.auth.sessions.read(browser.request())).user,
        "the older token ends at its own time",
      ).toBeNull()
    },
  )

  it("SEC-D4: jwt: however busy, ends absoluteMaxAge after the sign-in", [], async () => {
    const world = await openWorld(open, { session: { strategy: "jwt", absoluteMaxAgeSeconds: 40 * 86400 } })
    const { browser } = await world.signIn(email)
    for (let days = 1; days < 40; days++) {
      world.clock.travel(DAY)
      expect(
        browser.keep(await world.auth.sessions.read(browser.request())).user,
        `day ${days}`,
      ).not.toBeNull()
    }
    world.clock.travel(DAY)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it("SEC-D4: jwt: a token keeps the absolute end that it was issued with", [], async () => {
    const world = await openWorld(open, { session: { strategy: "jwt", absoluteMaxAgeSeconds: 40 * 86400 } })
    const { browser } = await world.signIn(email)
    const end = world.clock.in(40 * DAY)
    const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
    const longer = await openWorld(same, { ...jwt, now: world.clock.now })
    world.clock.travel(20 * DAY)
    const { session } = browser.keep(await longer.auth.sessions.read(browser.request()))
    expect(session?.expires).toEqual(end)
    world.clock.travel(20 * DAY - 1)
    expect((await longer.auth.sessions.read(browser.request())).user).not.toBeNull()
    world.clock.travel(1)
    expect((await longer.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it(
    "jwt: a user who is gone is signed out at the next renewal, whatever the adapter can remember",
    [],
    async () => {
      const world = await openWorld(open, { session: { strategy: "jwt", revocable: false } })
      const { browser, user } = await world.signIn(email)
      await world.auth.deleteUser(user.id)
      world.clock.travel(DAY)
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    },
  )

  it("jwt: a renewal that fails signs nobody out", [], async () => {
    const world = await openWorld(open, jwt)
    const { browser, user } = await world.signIn(email)
    world.clock.travel(DAY)
    world.disturb((name, run) => {
      if (name === "getUser") throw outage()
      return run()
    })
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })

  it("jwt: the time is what the clock says, whatever the machine's is", [], async () => {
    const world = await openWorld(open, { ...jwt, now: () => 1_000_000_000_000 })
    const { browser, user } = await world.signIn(email)
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })
}
