import { expect } from "vitest"
import type { PasskeyOptions } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { DAY, HOUR } from "../../support/clock.ts"
import { openPasskeyWorld, storedId } from "../../support/passkey-world.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** Registering passkeys. */
export function passkeyRegistrationCases(it: Case, { open }: Backing): void {
  const openPasskeys = (changes?: Partial<PasskeyOptions>) => openPasskeyWorld(open, changes)

  it("a visitor signs up with a passkey, and signs in with it", [], async () => {
    const world = await openPasskeys()
    const browser = world.openBrowser()
    const answer = await world.register(browser, "key", 1)
    expect(answer).toMatchObject({
      ok: true,
      action: "signed_in",
      isNewUser: true,
      user: { name: "Ada", email: null },
    })
    const [user] = await world.rows("user")
    expect(await world.rows("authenticator")).toMatchObject([
      {
        credentialID: storedId("key"),
        userId: user?.["id"],
        counter: 1,
        transports: "usb,nfc",
        credentialPublicKey: "AQID",
      },
    ])
    expect(await world.rows("account")).toMatchObject([
      { type: "webauthn", provider: "passkey", providerAccountId: storedId("key"), userId: user?.["id"] },
    ])
    const elsewhere = world.openBrowser()
    expect(await world.authenticate(elsewhere, "key", 2)).toMatchObject({
      ok: true,
      user: { id: user?.["id"] },
    })
    expect((await world.auth.sessions.read(elsewhere.request())).user?.id).toBe(user?.["id"])
    expect(await world.rows("authenticator")).toMatchObject([{ counter: 2 }])
  })

  it("a user adds several passkeys, and each of them signs the user in", [], async () => {
    const world = await openPasskeys()
    const { browser, user } = await world.signIn("ada@example.com")
    for (const id of ["one", "two"])
      expect(await world.register(browser, id)).toMatchObject({ ok: true, action: "added" })
    const { options } = await world.registration(browser, "three")
    expect(options).toMatchObject({
      userName: "ada@example.com",
      excludeCredentials: [{ transports: ["usb", "nfc"] }, {}],
    })
    for (const id of ["one", "two"])
      expect(await world.authenticate(world.openBrowser(), id)).toMatchObject({
        ok: true,
        user: { id: user.id },
      })
    const ids = (await world.passkeys.list(user.id)).map(({ credentialID }) => credentialID)
    expect(ids.sort()).toEqual([storedId("one"), storedId("two")])
    expect(await world.rows("user")).toHaveLength(1)
  })

  it(
    "SEC-C5, SEC-D6: adding a passkey needs a recent sign-in, and the same session until the end",
    [],
    async () => {
      const world = await openPasskeys({ signUp: false })
      expect(await world.passkeys.registrationOptions(world.openBrowser().request())).toMatchObject({
        reason: "signed_out",
      })
      const { browser } = await world.signIn("ada@example.com")
      const { request } = await world.registration(browser, "key")
      await world.signIn("eve@example.com", browser)
      const held = browser.request("/", { json: await request().json() })
      expect(await world.passkeys.verifyRegistration(held)).toMatchObject({ ok: false, reason: "signed_out" })
      const late = await world.registration(browser, "key")
      world.clock.advance(HOUR)
      expect(await world.passkeys.registrationOptions(browser.request())).toMatchObject({
        reason: "sign_in_again",
      })
      expect(await world.passkeys.verifyRegistration(late.request())).toMatchObject({ reason: "challenge" })
      world.clock.advance(30 * DAY)
      expect(await world.passkeys.registrationOptions(browser.request())).toMatchObject({
        reason: "signed_out",
      })
      expect(await world.rows("authenticator")).toEqual([])
    },
  )

  it("SEC-B4: a registered passkey cannot be registered again by any user", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    expect(await world.register(world.openBrowser(), "key")).toMatchObject({
      ok: false,
      reason: "already_registered",
    })
    expect(await world.rows("user")).toHaveLength(1)
    expect(await world.rows("authenticator")).toHaveLength(1)
  })

  it("the next sign-in creates an account that the registration could not create", [], async () => {
    const world = await openPasskeys()
    world.disturb((name, run) => {
      if (name === "linkAccount") throw outage()
      return run()
    })
    await expect(world.register(world.openBrowser(), "key")).rejects.toMatchObject({ code: "indeterminate" })
    expect(await world.authenticate(world.openBrowser(), "key"), "without its account too").toMatchObject({
      ok: true,
    })
    expect(world.events).toContainEqual({
      type: "operation_failed",
      operation: "linkAccount",
      code: "indeterminate",
    })
    world.disturb()
    expect(await world.rows("account")).toEqual([])
    expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({ ok: true })
    expect(await world.rows("account")).toMatchObject([
      { type: "webauthn", providerAccountId: storedId("key") },
    ])
  })
}
