import { expect } from "vitest"
import type { OAuthProvider } from "../../../src/auth/index.ts"
import { callbackRequest } from "../support/toy-provider.ts"
import { toyAnswer, toyWebAuthn } from "../support/toy-webauthn.ts"
import { attempt, type FaultWorld, type Flow, flow, type Outcome } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }

type Answered = { readonly ok: boolean; readonly user?: { readonly id: string } }

/** Whoever was told that they are signed in is signed in. */
async function expectHonest(
  world: FaultWorld,
  browser: ReturnType<FaultWorld["openBrowser"]>,
  outcome: Outcome<Answered>,
) {
  if (!("answer" in outcome)) return
  expect(outcome.answer.ok).toBe(true)
  expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(outcome.answer.user?.id)
}

/** Sign-in by email. */
export const emailFlows: readonly Flow[] = [
  ...[undefined, "jwt", "known"].map((variant) =>
    flow(
      `a link is followed${variant ? ` (${variant})` : ""}`,
      async (world) => {
        if (variant === "known") await world.store.createUser?.({ email, emailVerified: null } as never)
        const browser = world.openBrowser()
        await world.auth.email.request(browser.request(), { email })
        const form = world.lastLink().fields
        const follow = async () => world.auth.email.follow(browser.request("/auth/confirm", { form }))
        return attempt(
          async () => browser.keep(await follow()),
          async (outcome) => {
            await expectHonest(world, browser, outcome)
            const before = (await world.rows("session")).length
            const again = await follow()
            if ("answer" in outcome) expect(again, "I4: once ever").toMatchObject({ ok: false })
            expect((await world.rows("session")).length).toBeLessThanOrEqual(before + 1)
            await world.signIn(email)
            expect(await world.rows("user")).toMatchObject([{ email, emailVerified: world.clock.in(0) }])
          },
        )
      },
      variant === "jwt" ? { options: { session: { strategy: "jwt" } } } : {},
    ),
  ),

  flow("a link is asked for", async (world) => {
    const browser = world.openBrowser()
    return attempt(
      () => world.auth.email.request(browser.request(), { email }),
      async (outcome) => {
        if ("error" in outcome) expect(world.mails, "SEC-E8: not stored, not mailed").toEqual([])
        expect((await world.signIn(email)).answer.ok).toBe(true)
      },
    )
  }),

  flow("somebody signs in who is signed in", async (world) => {
    const { browser } = await world.signIn(email)
    const old = browser.token() ?? ""
    await world.auth.email.request(browser.request(), { email })
    const form = world.lastLink().fields
    return attempt(
      async () => browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form }))),
      async (outcome) => {
        await expectHonest(world, browser, outcome)
        const thief = world.openBrowser()
        thief.holdToken(old)
        const oldUser = (await world.auth.sessions.read(thief.request())).user
        if ("answer" in outcome) expect(oldUser, "SEC-D2: the old one ended first").toBeNull()
        expect((await world.signIn(email)).answer.ok).toBe(true)
      },
    )
  }),
]

/** Sign-in and linking through a provider. */
export const oauthFlows = (provider: OAuthProvider): readonly Flow[] => {
  const options = { providers: [provider] }
  const enter = async (world: FaultWorld, browser = world.openBrowser()) =>
    browser.keep(await world.auth.oauth.callback(await callbackRequest(world, browser, "ada")))
  return [
    ...["first", "later"].map((variant) =>
      flow(
        `${variant} sign-in with a provider`,
        async (world) => {
          if (variant === "later") await enter(world)
          const browser = world.openBrowser()
          const request = await callbackRequest(world, browser, "ada")
          return attempt(
            async () => browser.keep(await world.auth.oauth.callback(request)),
            async (outcome) => {
              await expectHonest(world, browser, outcome)
              expect(await enter(world), "SEC-C8: nobody is locked out").toMatchObject({
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
            world.clock.travel(30_000)
            const isIn = async () => (await world.auth.sessions.read(browser.request())).user?.id === user.id
            // A token whose renewal got lost on the way has ended with the others: the person signs in again.
            if (strategy === "jwt" && "error" in outcome && !(await isIn()))
              await world.signIn(email, browser)
            const again = await unlink()
            expect(again).toMatchObject(
              "answer" in outcome || (!again.ok && again.reason === "not_linked")
                ? { reason: "not_linked" }
                : { ok: true },
            )
            expect(await world.rows("account")).toEqual([])
            expect((await world.auth.sessions.read(elsewhere.browser.request())).user, "SEC-C7").toBeNull()
            expect(await isIn()).toBe(true)
          })
        },
        { options: { ...options, session: { strategy } }, needsMortise: true },
      ),
    ),
  ]
}

/** Passkeys, with a library that believes every answer. */
export const passkeyFlows: readonly Flow[] = (() => {
  const options = { passkeys: { name: "App", webauthn: toyWebAuthn } }
  type Browser = ReturnType<FaultWorld["openBrowser"]>
  const begin = async (world: FaultWorld, browser: Browser, kind: "registration" | "authentication") => {
    const begun = browser.keep(await world.auth.passkeys[`${kind}Options`](browser.request()))
    if (!begun.ok) throw new Error(begun.reason)
    return (counter: number) => browser.request("/", { json: toyAnswer(begun.options, "key", counter) })
  }
  const enter = async (world: FaultWorld, counter: number) => {
    const browser = world.openBrowser()
    return world.auth.passkeys.verifyAuthentication((await begin(world, browser, "authentication"))(counter))
  }

  return [
    flow(
      "a stranger signs up with a passkey",
      async (world) => {
        const browser = world.openBrowser()
        const answer = await begin(world, browser, "registration")
        return attempt(
          async () => browser.keep(await world.auth.passkeys.verifyRegistration(answer(1))),
          async (outcome) => {
            await expectHonest(world, browser, outcome)
            const entered = await enter(world, 2)
            if (entered.ok) return
            expect(entered).toMatchObject({ reason: "unknown_passkey" })
            const second = world.openBrowser()
            const again = (await begin(world, second, "registration"))(1)
            expect(await world.auth.passkeys.verifyRegistration(again)).toMatchObject({ ok: true })
            expect(await enter(world, 2)).toMatchObject({ ok: true })
          },
        )
      },
      { options },
    ),

    flow(
      "a passkey is used",
      async (world) => {
        const first = world.openBrowser()
        await world.auth.passkeys.verifyRegistration((await begin(world, first, "registration"))(1))
        const browser = world.openBrowser()
        const answer = await begin(world, browser, "authentication")
        return attempt(
          async () => browser.keep(await world.auth.passkeys.verifyAuthentication(answer(2))),
          async (outcome) => {
            await expectHonest(world, browser, outcome)
            const [passkey] = await world.rows("authenticator")
            expect(Number(passkey?.["counter"]), "I7").toBeGreaterThanOrEqual(1)
            const replay = await world.auth.passkeys.verifyAuthentication(answer(2))
            if ("answer" in outcome)
              expect(replay, "SEC-F4").toMatchObject({ ok: false, reason: "challenge" })
            expect(await enter(world, 3)).toMatchObject({ ok: true })
            expect(await world.rows("authenticator")).toMatchObject([{ counter: 3 }])
          },
        )
      },
      { options },
    ),

    flow(
      "a passkey is removed",
      async (world) => {
        const { browser, user } = await world.signIn(email)
        await world.auth.passkeys.verifyRegistration((await begin(world, browser, "registration"))(1))
        const elsewhere = await world.signIn(email)
        const remove = async () =>
          browser.keep(await world.auth.passkeys.remove(browser.request("/", post), { credentialID: "a2V5" }))
        return attempt(remove, async (outcome) => {
          world.clock.travel(30_000)
          const again = await remove()
          expect(again).toMatchObject(
            "answer" in outcome || (!again.ok && again.reason === "unknown_passkey")
              ? { reason: "unknown_passkey" }
              : { ok: true },
          )
          expect(await world.rows("authenticator")).toEqual([])
          expect(await world.rows("account")).toEqual([])
          expect(await enter(world, 2)).toMatchObject({ reason: "unknown_passkey" })
          expect((await world.auth.sessions.read(elsewhere.browser.request())).user, "SEC-C7").toBeNull()
          expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
        })
      },
      { options, needsMortise: true },
    ),
  ]
})()
