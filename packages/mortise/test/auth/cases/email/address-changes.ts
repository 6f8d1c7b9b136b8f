import { expect } from "vitest"
import type { Factory } from "../../../../../workshop/src/adapters/backend.ts"
import type { SessionStrategy } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { HOUR } from "../../support/clock.ts"
import { openWorld, type World, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const old = "ada@example.com"
const next = "lovelace@example.com"

export const requestChange = (world: World, browser: Browser, email: unknown = next) =>
  world.auth.email.requestChange(browser.post(), { email, returnTo: "/settings" })

export const followChange = async (world: World, browser: Browser, form: Record<string, string>) =>
  browser.keep(await world.auth.email.followChange(browser.request("/auth/confirm-change", { form })))

export async function openChange(
  open: Factory,
  strategy: SessionStrategy,
  email: WorldOptions["email"] = {},
) {
  const notices: string[] = []
  const links: string[] = []
  const world = await openWorld(open, {
    session: { strategy },
    email: {
      sendLink: ({ link }) => void links.push(link),
      sendChangeNotice: ({ to }) => void notices.push(to),
      ...email,
    },
  })
  const signIn = async (address: string) => {
    const browser = world.openBrowser()
    await world.auth.email.request(browser.post(), { email: address, by: "link" })
    const form = fieldsOf()
    const answer = await world.auth.email.follow(browser.request("/auth/confirm", { form }))
    if (!answer.ok) throw new Error(answer.reason)
    browser.keep(answer)
    return { browser, user: answer.user }
  }
  const fieldsOf = (): Record<string, string> => {
    const page = world.auth.email.peek(new Request(links.at(-1) ?? ""))
    return page.ok ? page.fields : {}
  }
  return { world, notices, links, signIn, fieldsOf }
}

/** Changing the address of the signed-in user. */
export function addressChangeCases(it: Case, { open, lacks }: Backing): void {
  it("a user whose stored address has capitals can change it to the same one without", [], async () => {
    const { world, signIn, fieldsOf } = await openChange(open, "database")
    const { browser, user } = await signIn(old)
    // As in tables that another program has written.
    world.disturb(async (name, run) => {
      const row = await run()
      return name.startsWith("getUser") && row ? { ...row, email: "Ada@Example.com" } : row
    })
    expect(await requestChange(world, browser, old)).toMatchObject({ ok: true })
    expect(await followChange(world, browser, fieldsOf())).toMatchObject({
      ok: true,
      user: { id: user.id, email: old },
    })
  })

  for (const strategy of ["database", "jwt"] as const) {
    it(
      `SEC-C11: a link to the new address changes and verifies it in one write (${strategy})`,
      [],
      async () => {
        const { world, notices, links, signIn, fieldsOf } = await openChange(open, strategy)
        const { browser, user } = await signIn(old)
        const other = await signIn(old)
        world.clock.advance(1000)
        expect(await requestChange(world, browser)).toMatchObject({ ok: true })
        expect(notices).toEqual([old])
        expect(new URL(links.at(-1) ?? "").pathname).toBe("/auth/confirm-change")
        expect(await world.rows("user"), "nothing changes before the link is followed").toMatchObject([
          { email: old },
        ])
        world.takeCalls()
        const answer = await followChange(world, browser, fieldsOf())
        expect(answer).toMatchObject({ ok: true, user: { id: user.id, email: next }, returnTo: "/settings" })
        expect(world.takeCalls().filter((name) => name === "updateUser")).toHaveLength(1)
        expect(await world.rows("user")).toMatchObject([{ email: next, emailVerified: world.clock.in(0) }])
        expect((await world.auth.sessions.read(browser.request())).user).toMatchObject({ email: next })
        const canRevoke = !lacks.includes("revokeSessions")
        expect(answer).toMatchObject({ othersRevoked: canRevoke })
        if (canRevoke) expect((await world.auth.sessions.read(other.browser.request())).user).toBeNull()
        expect(await followChange(world, browser, fieldsOf()), "once").toMatchObject({
          ok: false,
          reason: "invalid_link",
        })
      },
    )

    it(`SEC-C11: other sessions stay if revokeOnChange is false (${strategy})`, [], async () => {
      const { world, signIn, fieldsOf } = await openChange(open, strategy, { revokeOnChange: false })
      const [{ browser }, other] = [await signIn(old), await signIn(old)]
      await requestChange(world, browser)
      expect(await followChange(world, browser, fieldsOf())).toMatchObject({ ok: true, othersRevoked: false })
      expect((await world.auth.sessions.read(other.browser.request())).user).not.toBeNull()
      expect((await world.auth.sessions.read(browser.request())).user?.email).toBe(next)
    })

    it(
      `SEC-C11: a change needs a recent sign-in and a POST from our own page (${strategy})`,
      [],
      async () => {
        const { world, links, notices, signIn } = await openChange(open, strategy)
        expect(await requestChange(world, world.openBrowser())).toMatchObject({ reason: "signed_out" })
        const { browser } = await signIn(old)
        const mailed = links.length
        const { requestChange: ask, followChange: follow } = world.auth.email
        expect(await ask(browser.request(), { email: next })).toMatchObject({ reason: "not_post" })
        const foreign = browser.post({ origin: "https://evil.example" })
        expect(await ask(foreign, { email: next })).toMatchObject({ reason: "cross_site" })
        expect(await follow(foreign)).toMatchObject({ reason: "cross_site" })
        expect(await requestChange(world, browser, "not an address")).toMatchObject({
          reason: "invalid_address",
        })
        expect(await requestChange(world, browser, " ADA@example.com ")).toMatchObject({
          reason: "same_address",
        })
        world.clock.advance(HOUR)
        expect(await requestChange(world, browser)).toMatchObject({ reason: "sign_in_again" })
        expect([links.length, notices]).toEqual([mailed, []])
      },
    )

    it(
      `SEC-C11: only a browser that is signed in as the same user can follow the link (${strategy})`,
      [],
      async () => {
        const { world, signIn, fieldsOf } = await openChange(open, strategy)
        const { browser } = await signIn(old)
        const eve = await signIn("eve@example.com")
        await requestChange(world, browser)
        const form = fieldsOf()
        expect(await followChange(world, world.openBrowser(), form)).toMatchObject({ reason: "signed_out" })
        expect(await followChange(world, eve.browser, form)).toMatchObject({ reason: "invalid_link" })
        expect(
          await world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form })),
          "the link does not sign in",
        ).toMatchObject({ reason: "invalid_link" })
        expect(await followChange(world, browser, form)).toMatchObject({ ok: true })
      },
    )

    it(
      `SEC-C11: a link is invalid once the address has changed in another way (${strategy})`,
      [],
      async () => {
        const { world, signIn, fieldsOf } = await openChange(open, strategy, { revokeOnChange: false })
        const { browser } = await signIn(old)
        await requestChange(world, browser)
        const form = fieldsOf()
        await requestChange(world, browser, "third@example.com")
        expect(await followChange(world, browser, fieldsOf())).toMatchObject({ ok: true })
        expect(await followChange(world, browser, form)).toMatchObject({ reason: "invalid_link" })
        expect(await world.rows("user")).toMatchObject([{ email: "third@example.com" }])
      },
    )
  }
}
