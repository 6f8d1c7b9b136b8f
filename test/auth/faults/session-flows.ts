import { expect } from "vitest"
import { DAY } from "../support/clock.ts"
import { attempt, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const jwt = { options: { session: { strategy: "jwt" } } } as const

/** Reading, ending and revoking sessions. */
export const sessionFlows: readonly Flow[] = [
  flow("a session is read", async (world) => {
    const { browser, user } = await world.signIn(email)
    return attempt(
      () => world.auth.sessions.read(browser.request()),
      async (outcome) => {
        if ("answer" in outcome) expect(outcome.answer.user?.id, "an outage is no sign-out").toBe(user.id)
        expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
      },
    )
  }),

  ...[{}, jwt].map((options) =>
    flow(
      `a session is extended${"options" in options ? " (jwt)" : ""}`,
      async (world) => {
        const { browser, user } = await world.signIn(email)
        world.clock.travel(DAY)
        return attempt(
          () => world.auth.sessions.read(browser.request()),
          async (outcome) => {
            if ("answer" in outcome) expect(outcome.answer.user?.id, "an outage is no sign-out").toBe(user.id)
            const read = await world.auth.sessions.read(browser.request())
            expect(read.user?.id).toBe(user.id)
          },
        )
      },
      options,
    ),
  ),

  flow("an expired session is read", async (world) => {
    const { browser } = await world.signIn(email)
    world.clock.travel(30 * DAY)
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
            if (isDone) expect((await world.auth.sessions.read(thief.request())).user, "I5").toBeNull()
            expect(browser.token(), "the cookie goes in any case").toBeUndefined()
            browser.keep(await world.auth.sessions.read(browser.request()))
            expect(
              (await world.auth.sessions.read(thief.request())).user,
              "made good at the next visit",
            ).toBeNull()
          },
        )
      },
      options,
    ),
  ),

  ...[{}, jwt].flatMap((options) => {
    const label = "options" in options ? " (jwt)" : ""
    return [
      flow(
        `all sessions are revoked${label}`,
        async (world) => {
          const [first, second] = [await world.signIn(email), await world.signIn(email)]
          return attempt(
            () => world.auth.sessions.revokeAll(first.user.id),
            async (outcome) => {
              if ("error" in outcome) await world.auth.sessions.revokeAll(first.user.id)
              for (const { browser } of [first, second])
                expect((await world.auth.sessions.read(browser.request())).user, "I5").toBeNull()
            },
          )
        },
        { ...options, needsMortise: true },
      ),
      flow(
        `other sessions are revoked${label}`,
        async (world) => {
          const [first, second] = [await world.signIn(email), await world.signIn(email)]
          const revoke = async () =>
            first.browser.keep(await world.auth.sessions.revokeOthers(first.browser.request("/", post)))
          return attempt(revoke, async (outcome) => {
            const kept = (await world.auth.sessions.read(first.browser.request())).user
            // A token whose renewal got lost on the way has ended with the others: the person signs in again.
            if (kept) await revoke()
            if ("answer" in outcome) expect(kept).not.toBeNull()
            if ("answer" in outcome || kept)
              expect((await world.auth.sessions.read(second.browser.request())).user, "I5").toBeNull()
            expect((await world.signIn(email)).answer.ok).toBe(true)
          })
        },
        { ...options, needsMortise: true },
      ),
    ]
  }),

  ...[{}, jwt].map((options) =>
    flow(
      `a user is deleted${"options" in options ? " (jwt)" : ""}`,
      async (world) => {
        const { browser, user } = await world.signIn(email)
        return attempt(
          () => world.auth.deleteUser(user.id),
          async (outcome) => {
            if ("error" in outcome) await world.auth.deleteUser(user.id)
            expect(await world.rows("user")).toEqual([])
            world.clock.travel("options" in options && !world.auth.capabilities.revokeSessions ? DAY : 0)
            expect((await world.auth.sessions.read(browser.request())).user, "I5").toBeNull()
          },
        )
      },
      options,
    ),
  ),
]
