import { expect } from "vitest"
import { DAY } from "../support/clock.ts"
import { attempt, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const jwt = { options: { session: { strategy: "jwt" } } } as const

/** Reading and ending sessions. */
export const sessionFlows: readonly Flow[] = [
  flow("a session is read", async (world) => {
    const { browser, user } = await world.signIn(email)
    return attempt(
      () => world.auth.sessions.read(browser.request()),
      async (outcome) => {
        if ("answer" in outcome) expect(outcome.answer.user?.id, "an outage is not a sign-out").toBe(user.id)
        expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
      },
    )
  }),

  ...[{}, jwt].map((options) =>
    flow(
      `a session is extended${"options" in options ? " (jwt)" : ""}`,
      async (world) => {
        const { browser, user } = await world.signIn(email)
        world.clock.advance(DAY)
        return attempt(
          () => world.auth.sessions.read(browser.request()),
          async (outcome) => {
            if ("answer" in outcome)
              expect(outcome.answer.user?.id, "an outage is not a sign-out").toBe(user.id)
            const read = await world.auth.sessions.read(browser.request())
            expect(read.user?.id).toBe(user.id)
          },
        )
      },
      options,
    ),
  ),

  flow(
    "SEC-D12: a signed-in browser signs in as another user, whose sessions are limited",
    async (world) => {
      const phone = await world.signIn(email)
      world.clock.advance(1000)
      const { browser } = await world.signIn("eve@example.com")
      return attempt(
        async () => browser.keep(await world.auth.sessions.create(browser.request(), phone.user.id)),
        async (outcome) => {
          const here = (await world.auth.sessions.read(browser.request())).user?.email
          const onPhone = (await world.auth.sessions.read(phone.browser.request())).user?.email
          if ("answer" in outcome) expect(here).toBe(email)
          else expect([here, onPhone], "a failure ends no session").toEqual(["eve@example.com", email])
        },
      )
    },
    { options: { session: { strategy: "database", maxSessions: 1 } }, needsMortise: true },
  ),

  flow("an expired session is read", async (world) => {
    const { browser } = await world.signIn(email)
    world.clock.advance(30 * DAY)
    return attempt(
      () => world.auth.sessions.read(browser.request()),
      async (outcome) => {
        if ("answer" in outcome) expect(outcome.answer.user).toBeNull()
        expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
        expect(await world.rows("session")).toEqual([])
      },
    )
  }),

  ...[{}, { ...jwt, needsMortise: true as const }].map((options) =>
    flow(
      `a person signs out${"options" in options ? " (jwt)" : ""}`,
      async (world) => {
        const { browser } = await world.signIn(email)
        const stolen = browser.token() ?? ""
        return attempt(
          async () => browser.keep(await world.auth.sessions.signOut(browser.request("/", post))),
          async (outcome) => {
            const thief = world.openBrowser()
            thief.holdToken(stolen)
            const isDone = "answer" in outcome && outcome.answer.ok
            if (isDone) expect((await world.auth.sessions.read(thief.request())).user, "SEC-D7").toBeNull()
            expect(browser.token(), "the cookie is cleared in any case").toBeUndefined()
            browser.keep(await world.auth.sessions.read(browser.request()))
            expect(
              (await world.auth.sessions.read(thief.request())).user,
              "the next request retries the sign-out",
            ).toBeNull()
          },
        )
      },
      options,
    ),
  ),

  ...[{}, jwt].map((options) =>
    flow(
      `a user is deleted${"options" in options ? " (jwt)" : ""}`,
      async (world) => {
        const { browser, user } = await world.signIn(email)
        return attempt(
          () => world.auth.users.delete(user.id),
          async (outcome) => {
            if ("error" in outcome) await world.auth.users.delete(user.id)
            expect(await world.rows("user")).toEqual([])
            world.clock.advance("options" in options && !world.auth.capabilities.revokeSessions ? DAY : 0)
            expect((await world.auth.sessions.read(browser.request())).user, "SEC-D7").toBeNull()
          },
        )
      },
      options,
    ),
  ),
]
