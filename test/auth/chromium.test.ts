import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { memory, thirdParty } from "./support/backends.ts"
import { openPasskeyPage } from "./support/passkey-page.ts"

let chromium: Browser
// The first run on a machine may have to install it.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

describe.each([
  ["memory", memory.open],
  ["an adapter of another make", thirdParty.open],
])("passkeys in Chromium, on %s", (_, open) => {
  test("a stranger signs up with a device, and comes back with it, without saying who they are", async () => {
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

  test("a person adds a second device; the first is not registered twice", async () => {
    const page = await openPasskeyPage(chromium, open)
    await page.register()
    const { user } = await page.me()
    await expect(page.register(), "the device knows that it is known").rejects.toThrow(/InvalidStateError/)
    await page.swapDevice()
    expect(await page.register()).toMatchObject({ ok: true, action: "added", user: { id: user.id } })
    expect(await page.rows("authenticator")).toHaveLength(2)
    await page.forgetCookies()
    expect(await page.authenticate()).toMatchObject({ ok: true, user: { id: user.id } })
  })

  test.each(["refuse", "allow"] as const)(
    "SEC-F3: a copied device is noticed; policy %s",
    async (onRegression) => {
      const page = await openPasskeyPage(chromium, open, { counterRegression: onRegression })
      await page.register()
      const clone = await page.copyDevice()
      expect(await page.authenticate()).toMatchObject({ ok: true })
      await page.swapDevice(clone)
      const answer = await page.authenticate()
      expect(answer).toMatchObject(
        onRegression === "allow" ? { ok: true } : { ok: false, reason: "counter_regression" },
      )
      const { userId } = (await page.rows("authenticator"))[0] as { userId: string }
      expect(page.events).toContainEqual({
        type: "passkey_counter_regressed",
        userId,
        refused: onRegression === "refuse",
      })
      expect(await page.rows("authenticator")).toMatchObject([{ counter: 2 }])
    },
  )

  test("SEC-F4: an answer that was used is no good again, nor one that was changed", async () => {
    const page = await openPasskeyPage(chromium, open)
    await page.register()
    await page.authenticate()
    expect(await page.post("/enter", page.bodies.at(-1))).toMatchObject({ ok: false, reason: "challenge" })
    expect(await page.authenticate(true)).toMatchObject({ ok: false, reason: "not_verified" })
    expect(await page.rows("authenticator"), "SEC-F3: the counter is written last").toMatchObject([
      { counter: 2 },
    ])
    expect(await page.authenticate()).toMatchObject({ ok: true })
  })

  test("SEC-F7: the device of a deleted user lets nobody in", async () => {
    const page = await openPasskeyPage(chromium, open)
    await page.register()
    await page.auth.deleteUser((await page.me()).user.id)
    expect(await page.authenticate()).toMatchObject({ ok: false, reason: "unknown_passkey" })
    expect((await page.me()).user).toBeNull()
  })
})
