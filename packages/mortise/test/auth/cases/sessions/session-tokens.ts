import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { sessionCookie } from "../../support/browser.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, outage, type World } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** The token of a stored session and its cookie. */
export function sessionTokenCases(it: Case, { open }: Backing): void {
  const tokens = async (world: World) => (await world.rows("session")).map((row) => row.sessionToken)

  it("SEC-D1: a token has 256 random bits and its time of issue", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const [, time = "", bits = ""] = browser.token()?.split(/^m1-([0-9a-z]+)-/) ?? []
    expect(Number.parseInt(time, 36)).toBe(world.clock.now())
    expect(Buffer.from(bits, "base64url")).toHaveLength(32)
  })

  it(
    "SEC-D2, CVE-2022-25896: a sign-in creates a new token and ends the browser's previous session",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const before = browser.token()
      await world.signIn(email, browser)
      expect(browser.token()).not.toBe(before)
      expect(await tokens(world)).toEqual([browser.token()])
    },
  )

  it(
    "SEC-D2: a token that an attacker planted in the browser is not a session, before and after a sign-in",
    [],
    async () => {
      const world = await openWorld(open)
      const planted = `m1-${world.clock.now().toString(36)}-${"A".repeat(43)}`
      const browser = world.openBrowser()
      browser.holdToken(planted)
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
      await world.signIn(email, browser)
      expect(await tokens(world)).not.toContain(planted)
      expect(browser.token()).not.toBe(planted)
    },
  )

  it("SEC-D2: no new cookie is set if the browser's previous session cannot be ended", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    world.disturb((name, run) => {
      if (name === "deleteSession") throw outage()
      return run()
    })
    await expect(world.auth.sessions.create(browser.request(), user.id)).rejects.toMatchObject({
      code: "indeterminate",
    })
    world.disturb()
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })

  it(
    "SEC-D11: the cookie is host-only, secure and HTTP-only, and the token is nowhere else",
    [],
    async () => {
      const world = await openWorld(open)
      const { answer, browser } = await world.signIn(email)
      expect(answer.cookies[0]).toBe(
        `${sessionCookie}=${browser.token()}; Max-Age=${(30 * DAY) / 1000}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      )
      const { cookies: _, ...visible } = answer
      expect(
        JSON.stringify([visible, world.events, await world.auth.sessions.read(browser.request())]),
      ).not.toContain(browser.token())
    },
  )

  it(
    "SEC-D13, CVE-2026-27840: a token that was cut, extended, changed in case or encoded again matches no session",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const token = browser.token() ?? ""
      const swapped = swapCase(token)
      for (const other of [
        token.slice(0, -1),
        `${token}A`,
        swapped,
        token.toUpperCase(),
        encodeURIComponent(`${token}=`),
        `${token}%00`,
        "",
      ]) {
        browser.holdToken(other)
        expect((await world.auth.sessions.read(browser.request())).user, other.replace(token, "…")).toBeNull()
      }
      browser.holdToken(token)
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    },
  )

  it("SEC-D13: a store that ignores case does not sign in with another token", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const [session] = await world.rows("session")
    const [user] = await world.rows("user")
    world.disturb((name, run) => (name === "getSessionAndUser" ? { session, user } : run()))
    expect((await world.auth.sessions.read(browser.request())).user, "the token itself").not.toBeNull()
    browser.holdToken((browser.token() ?? "").replace(/[\w-]{43}$/, swapCase))
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })
}
