import { expect } from "vitest"
import { expectHonest } from "./expect-honest.ts"
import { attempt, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"

/** Sign-in by email. */
export const emailFlows: readonly Flow[] = [
  ...[undefined, "jwt", "known"].map((variant) =>
    flow(
      `a link is followed${variant ? ` (${variant})` : ""}`,
      async (world) => {
        if (variant === "known") await world.store.createUser?.({ email, emailVerified: null } as never)
        const browser = world.openBrowser()
        await world.auth.email.request(browser.post(), { email })
        const form = world.lastLink().fields
        const follow = async () => world.auth.email.follow(browser.request("/auth/confirm", { form }))
        return attempt(
          async () => browser.keep(await follow()),
          async (outcome) => {
            await expectHonest(world, browser, outcome)
            const before = (await world.rows("session")).length
            const again = await follow()
            if ("answer" in outcome) expect(again, "SEC-E2: once ever").toMatchObject({ ok: false })
            expect((await world.rows("session")).length).toBeLessThanOrEqual(before + 1)
            await world.signIn(email)
            expect(await world.rows("user")).toMatchObject([{ email, emailVerified: world.clock.in(0) }])
          },
        )
      },
      variant === "jwt" ? { options: { session: { strategy: "jwt" } } } : {},
    ),
  ),

  flow("a link is requested", async (world) => {
    const browser = world.openBrowser()
    return attempt(
      () => world.auth.email.request(browser.post(), { email }),
      async (outcome) => {
        if ("error" in outcome) expect(world.mails, "SEC-E8: not stored, not mailed").toEqual([])
        expect((await world.signIn(email)).answer.ok).toBe(true)
      },
    )
  }),

  ...(["database", "jwt"] as const).map((strategy) =>
    flow(
      `SEC-C11: an address is changed (${strategy})`,
      async (world) => {
        const { browser } = await world.signIn(email)
        const other = await world.signIn(email)
        const next = "lovelace@example.com"
        const change = async () => {
          await world.auth.email.requestChange(browser.post(), { email: next })
          const form = world.lastLink().fields
          return () => world.auth.email.followChange(browser.request("/auth/confirm-change", { form }))
        }
        const follow = await change()
        return attempt(
          async () => browser.keep(await follow()),
          async (outcome) => {
            world.clock.advance(30_000)
            const answer = "answer" in outcome ? outcome.answer : browser.keep(await (await change())())
            expect(answer).toMatchObject({ ok: true })
            expect(await world.rows("user")).toMatchObject([{ email: next }])
            // If the response of the revocation was lost, this session may be revoked with the others.
            if (!answer.ok || !answer.othersRevoked) return
            expect((await world.auth.sessions.read(browser.request())).user?.email).toBe(next)
            expect((await world.auth.sessions.read(other.browser.request())).user).toBeNull()
          },
        )
      },
      { options: { session: { strategy } }, needsMortise: true },
    ),
  ),

  flow("a signed-in user signs in again", async (world) => {
    const { browser } = await world.signIn(email)
    const old = browser.token() ?? ""
    await world.auth.email.request(browser.post(), { email })
    const form = world.lastLink().fields
    return attempt(
      async () => browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form }))),
      async (outcome) => {
        await expectHonest(world, browser, outcome)
        const thief = world.openBrowser()
        thief.holdToken(old)
        const oldUser = (await world.auth.sessions.read(thief.request())).user
        if ("answer" in outcome) expect(oldUser, "SEC-D2: the old session ended first").toBeNull()
        expect((await world.signIn(email)).answer.ok).toBe(true)
      },
    )
  }),
]
