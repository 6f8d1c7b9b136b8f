import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { sessionCookie } from "../../support/browser.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const jwt: WorldOptions = { session: { strategy: "jwt" } }

/** Users whose fields are too long for a cookie. */
export function jwtSizeCases(it: Case, { open }: Backing): void {
  const withUser = async (fields: { name?: string; image?: string }) => {
    const world = await openWorld(open, jwt)
    const { browser, user } = await world.signIn(email)
    await world.store.updateUser?.({ id: user.id, ...fields } as never)
    world.events.length = 0
    return { world, browser, user }
  }

  it("SEC-R8, SEC-D11: jwt: a field of more than 1,024 bytes is null in the token", [], async () => {
    // In JSON, the text has two quotes more.
    for (const [length, isInToken] of [
      [1022, true],
      [1023, false],
      [50_000, false],
    ] as const) {
      const { world, browser, user } = await withUser({ name: "n", image: "x".repeat(length) })
      const signedIn = await world.auth.sessions.create(browser.request(), user.id)
      expect(browser.keep(signedIn)).toMatchObject({ ok: true, user: { image: "x".repeat(length) } })
      expect((await world.auth.sessions.read(browser.request())).user).toEqual({
        id: user.id,
        email,
        emailVerified: expect.any(Date),
        name: "n",
        image: isInToken ? "x".repeat(length) : null,
      })
    }
  })

  it(
    "SEC-R8: jwt: a user whose image becomes long stays signed in when the token is renewed",
    [],
    async () => {
      const { world, browser, user } = await withUser({ image: "\u20ac".repeat(20_000) })
      world.clock.advance(DAY)
      const read = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(read).toMatchObject({ user: { id: user.id, image: null } })
      expect(read.cookies).toEqual([expect.stringContaining(`${sessionCookie}=`)])
      expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
    },
  )

  it(
    "SEC-R8: jwt: several sign-outs during an outage fit into one cookie, whatever the size of the tokens",
    ["revokeSessions"],
    async () => {
      const { world, browser, user } = await withUser({ name: "n".repeat(1000), image: "i".repeat(1000) })
      const tokens: string[] = []
      for (let nth = 0; nth < 5; nth++) {
        browser.keep(await world.auth.sessions.create(browser.request(), user.id))
        tokens.push(browser.jar.header())
        world.disturb(() => {
          throw outage()
        })
        expect(browser.keep(await world.auth.sessions.signOut(browser.post()))).toMatchObject({
          ok: false,
          reason: "pending",
        })
        world.disturb()
        expect(browser.token()).toBeUndefined()
      }
      browser.keep(await world.auth.sessions.read(browser.request()))
      expect(browser.jar.header()).not.toMatch(/session|sign-out/)
      for (const token of tokens) {
        const thief = world.openBrowser()
        thief.jar.store(token.split("; "))
        expect((await world.auth.sessions.read(thief.request())).user).toBeNull()
      }
    },
  )
}
