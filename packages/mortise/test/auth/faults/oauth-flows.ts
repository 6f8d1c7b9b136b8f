import { expect } from "vitest"
import type { OAuthProvider } from "../../../src/auth/index.ts"
import { callbackRequest } from "../support/toy-provider.ts"
import { expectHonest } from "./expect-honest.ts"
import { attempt, type FaultWorld, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** Sign-in and linking through a provider. */
export const oauthFlows = (provider: OAuthProvider): readonly Flow[] => {
  const options = { providers: [provider] }
  const signInAgain = async (world: FaultWorld, browser = world.openBrowser()) =>
    browser.keep(await world.auth.oauth.callback(await callbackRequest(world, browser, "ada")))
  /** SEC-R2: a store that makes its own ids cannot tell who created a user, so the mailbox proves it. */
  const proveIfTaken = async (world: FaultWorld) => {
    const again = await signInAgain(world)
    if (again.ok || world.auth.capabilities.atomicSignUp) return
    expect(again).toMatchObject({ reason: "email_taken" })
    const { browser } = await world.signIn("ada@toy.example")
    await world.auth.oauth.callback(await callbackRequest(world, browser, "ada", true))
  }
  return [
    ...["first", "later"].map((variant) =>
      flow(
        `${variant} sign-in with a provider`,
        async (world) => {
          if (variant === "later") await signInAgain(world)
          const browser = world.openBrowser()
          const request = await callbackRequest(world, browser, "ada")
          return attempt(
            async () => browser.keep(await world.auth.oauth.callback(request)),
            async (outcome) => {
              await expectHonest(world, browser, outcome)
              await proveIfTaken(world)
              expect(await signInAgain(world), "SEC-C8: the user is not locked out").toMatchObject({
                ok: true,
                user: { email: "ada@toy.example" },
              })
              expect(await world.rows("user")).toHaveLength(1)
              expect(await world.rows("account")).toHaveLength(1)
            },
          )
        },
        { options },
      ),
    ),

    flow(
      "an account is linked",
      async (world) => {
        const { browser, user } = await world.signIn(email)
        const request = await callbackRequest(world, browser, "ada", true)
        return attempt(
          async () => browser.keep(await world.auth.oauth.callback(request)),
          async (outcome) => {
            if ("answer" in outcome) expect(outcome.answer).toMatchObject({ ok: true, action: "linked" })
            const again = await world.auth.oauth.callback(await callbackRequest(world, browser, "ada", true))
            expect(again).toMatchObject({ ok: true, action: "linked" })
            expect(await world.rows("account")).toMatchObject([{ userId: user.id, providerAccountId: "ada" }])
          },
        )
      },
      { options },
    ),

    ...(["database", "jwt"] as const).map((strategy) =>
      flow(
        `an account is unlinked (${strategy})`,
        async (world) => {
          const { browser, user } = await world.signIn(email)
          await world.auth.oauth.callback(await callbackRequest(world, browser, "ada", true))
          const elsewhere = await world.signIn(email)
          const account = { provider: "toy", providerAccountId: "ada" }
          const unlink = async () =>
            browser.keep(await world.auth.accounts.unlink(browser.request("/", post), account))
          return attempt(unlink, async (outcome) => {
            world.clock.advance(30_000)
            const isSignedIn = async () =>
              (await world.auth.sessions.read(browser.request())).user?.id === user.id
            // If the response with the new token was lost, the old token is revoked with the others.
            if (strategy === "jwt" && "error" in outcome && !(await isSignedIn()))
              await world.signIn(email, browser)
            const again = await unlink()
            expect(again).toMatchObject(
              "answer" in outcome || (!again.ok && again.reason === "not_linked")
                ? { reason: "not_linked" }
                : { ok: true },
            )
            expect(await world.rows("account")).toEqual([])
            expect((await world.auth.sessions.read(elsewhere.browser.request())).user, "SEC-C7").toBeNull()
            expect(await isSignedIn()).toBe(true)
          })
        },
        { options: { ...options, session: { strategy } }, needsMortise: true },
      ),
    ),
  ]
}
