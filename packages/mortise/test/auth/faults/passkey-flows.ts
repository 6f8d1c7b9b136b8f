import { expect } from "vitest"
import { toyAnswer, toyWebAuthn } from "../support/toy-webauthn.ts"
import { expectHonest } from "./expect-honest.ts"
import { attempt, type FaultWorld, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** Passkeys, with a library that accepts every response. */
export const passkeyFlows: readonly Flow[] = (() => {
  const options = { passkeys: { name: "App", webauthn: toyWebAuthn } }
  type Browser = ReturnType<FaultWorld["openBrowser"]>
  const begin = async (world: FaultWorld, browser: Browser, kind: "registration" | "authentication") => {
    const begun = browser.keep(await world.auth.passkeys[`${kind}Options`](browser.request()))
    if (!begun.ok) throw new Error(begun.reason)
    return (counter: number) => browser.request("/", { json: toyAnswer(begun.options, "key", counter) })
  }
  const authenticate = async (world: FaultWorld, counter: number) => {
    const browser = world.openBrowser()
    return world.auth.passkeys.verifyAuthentication((await begin(world, browser, "authentication"))(counter))
  }

  return [
    flow(
      "a visitor signs up with a passkey",
      async (world) => {
        const browser = world.openBrowser()
        const answer = await begin(world, browser, "registration")
        return attempt(
          async () => browser.keep(await world.auth.passkeys.verifyRegistration(answer(1))),
          async (outcome) => {
            await expectHonest(world, browser, outcome)
            const authenticated = await authenticate(world, 2)
            if (authenticated.ok) return
            expect(authenticated).toMatchObject({ reason: "unknown_passkey" })
            const second = world.openBrowser()
            const again = (await begin(world, second, "registration"))(1)
            expect(await world.auth.passkeys.verifyRegistration(again)).toMatchObject({ ok: true })
            expect(await authenticate(world, 2)).toMatchObject({ ok: true })
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
            expect(Number(passkey?.["counter"]), "SEC-F1").toBeGreaterThanOrEqual(1)
            const replay = await world.auth.passkeys.verifyAuthentication(answer(2))
            if ("answer" in outcome)
              expect(replay, "SEC-F4").toMatchObject({ ok: false, reason: "challenge" })
            expect(await authenticate(world, 3)).toMatchObject({ ok: true })
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
          world.clock.advance(30_000)
          const again = await remove()
          expect(again).toMatchObject(
            "answer" in outcome || (!again.ok && again.reason === "unknown_passkey")
              ? { reason: "unknown_passkey" }
              : { ok: true },
          )
          expect(await world.rows("authenticator")).toEqual([])
          expect(await world.rows("account")).toEqual([])
          expect(await authenticate(world, 2)).toMatchObject({ reason: "unknown_passkey" })
          expect((await world.auth.sessions.read(elsewhere.browser.request())).user, "SEC-C7").toBeNull()
          expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
        })
      },
      { options, needsMortise: true },
    ),
  ]
})()
