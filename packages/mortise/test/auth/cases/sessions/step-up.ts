import { expect } from "vitest"
import type { CodeMail } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { HOUR, MINUTE } from "../../support/clock.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const address = "ada@example.com"

/** Authenticating again in the same session. */
export function stepUpCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const) {
    /** A signed-in user with a passkey, whose sign-in is no longer recent. */
    async function openWithUser() {
      const world = await openPasskeyWorld(open, {}, { session: { strategy } })
      const { browser, user } = await world.signIn(address)
      await world.register(browser, "key", 1)
      world.clock.advance(HOUR)
      const sessionOf = async (from: Browser) => (await world.auth.sessions.read(from.request())).session
      const withPasskey = async (from: Browser, id = "key", counter = 2) =>
        from.keep(await world.passkeys.stepUp((await world.authentication(from, id, counter)).request()))
      const withLink = async (from: Browser, to = address) => {
        await world.auth.email.request(from.post(), { email: to })
        return from.keep(await world.auth.email.stepUp(from.request("/", { form: world.lastLink().fields })))
      }
      return { ...world, browser, user, sessionOf, withPasskey, withLink }
    }

    for (const method of ["passkey", "email"] as const)
      it(`SEC-D15: a step-up by ${method} makes the same session fresh again (${strategy})`, [], async () => {
        const world = await openWithUser()
        const { browser } = world
        const before = await world.sessionOf(browser)
        expect(before).toMatchObject({ fresh: false })
        const rows = await world.rows("session")
        const token = browser.token()
        const answer = await (method === "passkey" ? world.withPasskey(browser) : world.withLink(browser))
        const fresh = { ...before, fresh: true, stepUp: { at: world.clock.in(0), method } }
        expect(answer).toMatchObject({ ok: true, session: fresh })
        expect(await world.sessionOf(browser)).toEqual(fresh)
        expect([await world.rows("session"), browser.token()], "no second session").toEqual([rows, token])
        expect(await world.passkeys.registrationOptions(browser.request())).toMatchObject({ ok: true })
        expect(world.events).toContainEqual({
          type: "stepped_up",
          userId: world.user.id,
          method,
          session: before?.handle,
        })
        world.clock.advance(HOUR - 1)
        expect(await world.sessionOf(browser)).toMatchObject({ fresh: true })
        world.clock.advance(1)
        expect(await world.sessionOf(browser)).toEqual(before)
      })

    it(`SEC-D15: a step-up by code counts its attempts (${strategy})`, ["countAttempts"], async () => {
      const codes: string[] = []
      const email = { sendCode: ({ code }: CodeMail) => void codes.push(code) }
      const world = await openWorld(open, { session: { strategy }, email })
      const browser = world.openBrowser()
      const request = async () => {
        browser.keep(await world.auth.email.request(browser.post(), { email: address }))
        return codes.at(-1) ?? ""
      }
      const postCode = (code: string) => browser.request("/", { form: { code } })
      browser.keep(await world.auth.email.follow(postCode(await request())))
      world.clock.advance(HOUR)
      const code = await request()
      const wrong = code === "000000" ? "000001" : "000000"
      expect(await world.auth.email.stepUp(postCode(wrong))).toMatchObject({ reason: "wrong_code" })
      expect(browser.keep(await world.auth.email.stepUp(postCode(code)))).toMatchObject({
        ok: true,
        session: { fresh: true, stepUp: { method: "email" } },
      })
      const guessed = await request()
      for (const _ of [1, 2, 3, 4, 5]) await world.auth.email.stepUp(postCode(wrong))
      expect(await world.auth.email.stepUp(postCode(guessed))).toMatchObject({ reason: "too_many_attempts" })
    })

    it(`SEC-D15: a step-up belongs to its session (${strategy})`, [], async () => {
      const world = await openWithUser()
      const other = await world.signIn(address)
      world.clock.advance(HOUR)
      await world.withPasskey(world.browser)
      const stepUp = world.browser.jar.find("__Host-mortise.step-up")?.value ?? ""
      other.browser.jar.store([`__Host-mortise.step-up=${stepUp}; Path=/; Max-Age=1000`])
      expect(await world.sessionOf(other.browser)).toMatchObject({ fresh: false })
    })

    it(`SEC-D15: a step-up needs a session, and a proof of the same user (${strategy})`, [], async () => {
      const world = await openWithUser()
      const visitor = world.openBrowser()
      expect(await world.withPasskey(visitor)).toMatchObject({ ok: false, reason: "signed_out" })
      expect(await world.withLink(visitor)).toMatchObject({ ok: false, reason: "signed_out" })
      const eve = await world.signIn("eve@example.com")
      await world.register(eve.browser, "eve", 1)
      expect(await world.withPasskey(world.browser, "eve")).toMatchObject({ reason: "unknown_passkey" })
      const { request } = await world.authentication(world.browser, "key", 2, {}, eve.user.id)
      expect(await world.passkeys.stepUp(request()), "by options for another user").toMatchObject({
        reason: "unknown_passkey",
      })
      expect(await world.withLink(world.browser, "eve@example.com")).toMatchObject({
        reason: "other_address",
      })
      expect(await world.withLink(world.browser, "nemo@example.com")).toMatchObject({
        reason: "other_address",
      })
      expect(await world.rows("user"), "a step-up creates no user").toHaveLength(2)
      const get = await world.auth.email.stepUp(world.browser.request("/"))
      expect(get).toMatchObject({ reason: "not_post" })
      world.clock.advance(MINUTE)
      expect(await world.sessionOf(world.browser)).toMatchObject({ fresh: false })
    })
  }
}
