import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import { toyWebAuthn } from "../../support/toy-webauthn.ts"
import type { Case } from "../case.ts"

/** The arguments of the WebAuthn library, and checks that do not rely on the library or the store. */
export function passkeyCheckCases(it: Case, { open }: Backing): void {
  for (const userVerification of [true, false])
    it(
      `SEC-F4: the library checks origin, domain and challenge, user verification ${userVerification}`,
      [],
      async () => {
        const asked: object[] = []
        const webauthn: typeof toyWebAuthn = {
          ...toyWebAuthn,
          verifyRegistrationResponse(options) {
            asked.push(options)
            return toyWebAuthn.verifyRegistrationResponse(options)
          },
          verifyAuthenticationResponse(options) {
            asked.push(options)
            return toyWebAuthn.verifyAuthenticationResponse(options)
          },
        }
        const world = await openPasskeyWorld(open, { webauthn, userVerification })
        const browser = world.openBrowser()
        const registration = await world.registration(browser, "key")
        expect(await world.passkeys.verifyRegistration(registration.request())).toMatchObject({ ok: true })
        const authentication = await world.authentication(browser, "key")
        expect(await world.passkeys.verifyAuthentication(authentication.request())).toMatchObject({
          ok: true,
        })
        const checks = {
          expectedOrigin: "https://app.example",
          expectedRPID: "app.example",
          requireUserVerification: userVerification,
        }
        expect(asked).toMatchObject(
          [registration, authentication].map(({ options }) => ({
            ...checks,
            expectedChallenge: (options as { challenge: string }).challenge,
          })),
        )
      },
    )

  it("SEC-R11: another site, or a GET, cannot finish a ceremony", [], async () => {
    const world = await openPasskeyWorld(open)
    const browser = world.openBrowser()
    const { request } = await world.registration(browser, "key")
    const { verifyRegistration, verifyAuthentication } = world.passkeys
    const json = await request().json()
    const elsewhere = browser.request("/", { json, headers: { origin: "https://evil.example" } })
    for (const verify of [verifyRegistration, verifyAuthentication]) {
      expect(await verify(browser.request("/"))).toMatchObject({ ok: false, reason: "not_post" })
      expect(await verify(elsewhere.clone())).toMatchObject({ ok: false, reason: "cross_site" })
    }
    expect(await verifyRegistration(request()), "the challenge was not used").toMatchObject({ ok: true })
  })

  it("SEC-F5: a store that returns another passkey than the requested one does not sign in", [], async () => {
    const world = await openPasskeyWorld(open)
    await world.register(world.openBrowser(), "key")
    const [found] = await world.rows("authenticator")
    world.disturb((name, run) => (name === "getAuthenticator" ? found : run()))
    expect(await world.authenticate(world.openBrowser(), "KEY")).toMatchObject({ reason: "unknown_passkey" })
  })

  it("SEC-F5: a passkey with a long id fits into its account, and signs the user in", [], async () => {
    const world = await openPasskeyWorld(open)
    const id = "k".repeat(1000)
    expect(await world.register(world.openBrowser(), id)).toMatchObject({ ok: true })
    const [account] = await world.rows("account")
    expect(String(account?.["providerAccountId"]).length).toBeLessThanOrEqual(255)
    expect(await world.authenticate(world.openBrowser(), id)).toMatchObject({ ok: true })
    expect(await world.rows("account")).toHaveLength(1)
  })

  it(
    "SEC-B4: only one of two users who register a passkey concurrently gets it",
    ["atomicSignUp"],
    async () => {
      const world = await openPasskeyWorld(open)
      const [ada, eve] = [await world.signIn("ada@example.com"), await world.signIn("eve@example.com")]
      const [first, second] = [
        await world.registration(ada.browser, "key"),
        await world.registration(eve.browser, "key"),
      ]
      world.disturb(async (name, run) => {
        if (name !== "createAuthenticator") return run()
        world.disturb()
        expect(await world.passkeys.verifyRegistration(second.request())).toMatchObject({ ok: true })
        return run()
      })
      expect(await world.passkeys.verifyRegistration(first.request())).toMatchObject({
        ok: false,
        reason: "already_registered",
      })
      expect(await world.rows("authenticator")).toMatchObject([{ userId: eve.user.id }])
    },
  )
}
