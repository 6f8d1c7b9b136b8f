import { expect } from "vitest"
import type { App } from "../harness/app.ts"
import { DAY } from "../harness/clock.ts"
import type { Flow } from "../harness/flow.ts"
import type { Tab } from "../harness/tab.ts"

const email = "ada@example.com"

/** Passkeys: who can register and use them. */
export function passkeyFlows(flow: Flow, openTab: (app: App) => Promise<Tab>): void {
  flow("passkey: first passkey of a new user", async (app) => {
    const tab = await openTab(app)
    expect(await tab.submitEmail(email)).toBe("/")

    const [user] = await app.rows("user")
    expect(await app.rows("user")).toEqual([
      { id: expect.any(String), email, emailVerified: null, name: null, image: null },
    ])
    const [account] = await app.rows("account")
    const base64 = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/)
    expect(account).toEqual({
      userId: user?.id,
      type: "webauthn",
      provider: "passkey",
      providerAccountId: base64,
    })
    expect(await app.rows("authenticator")).toEqual([
      {
        userId: user?.id,
        providerAccountId: account?.providerAccountId,
        credentialID: account?.providerAccountId,
        credentialPublicKey: base64,
        counter: 1,
        credentialDeviceType: "singleDevice",
        credentialBackedUp: false,
        transports: "internal",
      },
    ])
    expect(await app.rows("session")).toEqual([
      { sessionToken: await tab.token(), userId: user?.id, expires: app.clock.in(30 * DAY) },
    ])
  })

  flow("passkey: used by email", async (app) => {
    const tab = await openTab(app)
    // Unlike for email and OAuth, the client passes the address as it was typed.
    await tab.submitEmail("Ada@Example.com")
    const [passkey] = await app.rows("authenticator")
    await tab.forgetCookies()
    app.watch()
    expect(await tab.submitEmail(email)).toBe("/")

    expect(await app.rows("authenticator")).toEqual([{ ...passkey, counter: 2 }])
    expect((await app.rows("session")).map((row) => row.sessionToken)).toContain(await tab.token())
    expect(await app.rows("session")).toHaveLength(2)
  })

  flow("passkey: used from autofill", async (app) => {
    const tab = await openTab(app)
    await tab.submitEmail(email)
    await tab.forgetCookies()
    app.watch()
    expect(await tab.takeAutofill()).toBe("/")

    expect(await app.rows("authenticator")).toMatchObject([{ counter: 2 }])
    expect((await app.rows("session")).map((row) => row.sessionToken)).toContain(await tab.token())
  })

  flow("passkey: second passkey of a signed-in user", async (app) => {
    const tab = await openTab(app)
    await tab.submitEmail(email)
    const [user] = await app.rows("user")
    await tab.swapDevice()
    app.watch()
    expect(await tab.addPasskey()).toBe("/")

    expect(await app.rows("user")).toEqual([user])
    const passkeys = await app.rows("authenticator")
    const accounts = await app.rows("account")
    expect(passkeys).toMatchObject([{ userId: user?.id }, { userId: user?.id }])
    expect(accounts.map((row) => row.providerAccountId).sort()).toEqual(
      passkeys.map((row) => row.credentialID).sort(),
    )
    expect(await app.rows("session")).toHaveLength(1)
  })

  flow("passkey: second passkey on the same device", async (app) => {
    const tab = await openTab(app)
    await tab.submitEmail(email)
    const before = [await app.rows("account"), await app.rows("authenticator")]
    app.watch()
    await expect(tab.addPasskey(), "the device recognizes the listed passkeys").rejects.toThrow(
      "previously registered",
    )

    expect([await app.rows("account"), await app.rows("authenticator")]).toEqual(before)
  })

  flow("passkey: of a deleted user", async (app) => {
    const tab = await openTab(app)
    await tab.submitEmail(email)
    const [user] = await app.rows("user")
    await app.store.deleteUser(String(user?.id))
    await tab.forgetCookies()
    app.watch()
    expect(await tab.takeAutofill()).toBe("/auth/error?error=Configuration")

    expect(app.takeErrors()).toEqual(["AuthError"])
    expect(await app.rows("authenticator")).toEqual([])
    expect(await app.rows("session")).toEqual([])
  })

  flow("passkey: cloned", async (app) => {
    const tab = await openTab(app)
    await tab.submitEmail(email)
    const clone = await tab.copyDevice()
    await tab.takeAutofill()
    const before = [await app.rows("authenticator"), await app.rows("session")]
    await tab.swapDevice(clone)
    await tab.forgetCookies()
    app.watch()
    expect(await tab.takeAutofill()).toBe("/auth/error?error=WebAuthnVerificationError")

    expect(app.takeErrors()).toEqual(["WebAuthnVerificationError"])
    expect([await app.rows("authenticator"), await app.rows("session")]).toEqual(before)
  })
}
