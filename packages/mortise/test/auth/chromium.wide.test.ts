import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { memory, thirdParty } from "./support/backends.ts"
import { openPasskeyPage } from "./support/passkey-page.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

describe.each([
  ["memory", memory.open],
  ["a third-party adapter", thirdParty.open],
])("passkeys in Chromium, on %s", (_, open) => {
  test("a visitor signs up with a device, and later signs in with it without a user name", async () => {
    const page = await openPasskeyPage(chromium, open)
    expect(await page.register()).toMatchObject({ ok: true, action: "signed_in", isNewUser: true })
    const { user } = await page.me()
    expect(user).toMatchObject({ name: "Ada", email: null })
    await page.forgetCookies()
    expect((await page.me()).user).toBeNull()
    expect(await page.authenticate()).toMatchObject({ ok: true, user: { id: user.id } })
    expect((await page.me()).user.id).toBe(user.id)
    expect(await page.rows("authenticator")).toMatchObject([
      { userId: user.id, counter: 2, credentialDeviceType: "singleDevice", transports: "internal" },
    ])
  })

  test("a user adds a second device; the first is not registered twice", async () => {
    const page = await openPasskeyPage(chromium, open)
    await page.register()
    const { user } = await page.me()
    await expect(page.register(), "the device refuses a second passkey for the user").rejects.toThrow(
      /InvalidStateError/,
    )
    await page.swapDevice()
    expect(await page.register()).toMatchObject({ ok: true, action: "added", user: { id: user.id } })
    expect(await page.rows("authenticator")).toHaveLength(2)
    await page.forgetCookies()
    expect(await page.authenticate()).toMatchObject({ ok: true, user: { id: user.id } })
  })

  test.each(["refuse", "allow"] as const)(
    "SEC-F3: a copied device is detected; policy %s",
    async (policy) => {
      const page = await openPasskeyPage(chromium, open, { counterRegression: policy })
      await page.register()
      const clone = await page.copyDevice()
      expect(await page.authenticate()).toMatchObject({ ok: true })
      await page.swapDevice(clone)
      const answer = await page.authenticate()
      expect(answer).toMatchObject(
        policy === "allow" ? { ok: true } : { ok: false, reason: "counter_regression" },
      )
      const { userId } = (await page.rows("authenticator"))[0] as { userId: string }
      expect(page.events).toContainEqual({
        type: "passkey_counter_regressed",
        userId,
        refused: policy === "refuse",
      })
      expect(await page.rows("authenticator")).toMatchObject([{ counter: 2 }])
    },
  )

  test("SEC-F4: a response that was used before, or changed, is refused", async () => {
    const page = await openPasskeyPage(chromium, open)
    await page.register()
    await page.authenticate()
    expect(await page.post("/authenticate", page.bodies.at(-1))).toMatchObject({
      ok: false,
      reason: "challenge",
    })
    expect(await page.authenticate(true)).toMatchObject({ ok: false, reason: "not_verified" })
    expect(await page.rows("authenticator"), "SEC-F3: the counter is stored last").toMatchObject([
      { counter: 2 },
    ])
    expect(await page.authenticate()).toMatchObject({ ok: true })
  })

  test("SEC-F7: a deleted user's device does not sign in", async () => {
    const page = await openPasskeyPage(chromium, open)
    await page.register()
    await page.auth.users.delete((await page.me()).user.id)
    expect(await page.authenticate()).toMatchObject({ ok: false, reason: "unknown_passkey" })
    expect((await page.me()).user).toBeNull()
  })
})
