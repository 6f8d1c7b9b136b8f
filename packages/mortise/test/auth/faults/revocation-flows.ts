import { expect } from "vitest"
import { attempt, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }
const jwt = { options: { session: { strategy: "jwt" } } } as const

/** Revoking sessions. */
export const revocationFlows: readonly Flow[] = [
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
                expect((await world.auth.sessions.read(browser.request())).user, "SEC-D7").toBeNull()
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
            // If the response with the new token was lost, the old token is revoked with the others.
            if (kept) await revoke()
            if ("answer" in outcome) expect(kept).not.toBeNull()
            if ("answer" in outcome || kept)
              expect((await world.auth.sessions.read(second.browser.request())).user, "SEC-D7").toBeNull()
            expect((await world.signIn(email)).answer.ok).toBe(true)
          })
        },
        { ...options, needsMortise: true },
      ),
    ]
  }),
]
