import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** The user handle and the name in the options of a registration. */
export function passkeyHandleCases(it: Case, { open }: Backing): void {
  /** The handle in the options for the next passkey. */
  async function openWithHandles() {
    const world = await openPasskeyWorld(open)
    const handleFor = async (browser: Browser) => {
      const { options, request } = await world.registration(browser, "probe")
      const { userID } = options as { userID: Uint8Array }
      return { handle: Buffer.from(userID).toString(), request }
    }
    return { ...world, handleFor }
  }

  it("SEC-R15: all passkeys of a visitor who signs up have the same user handle", [], async () => {
    const world = await openWithHandles()
    const browser = world.openBrowser()
    const first = await world.handleFor(browser)
    browser.keep(await world.passkeys.verifyRegistration(first.request()))
    expect((await world.handleFor(browser)).handle).toBe(first.handle)
    await world.register(browser, "second")
    expect((await world.handleFor(browser)).handle).toBe(first.handle)
    const other = await world.handleFor(world.openBrowser())
    expect(other.handle, "another visitor").not.toBe(first.handle)
  })

  it("SEC-R15: all passkeys of a signed-in user have the same opaque user handle", [], async () => {
    const world = await openWithHandles()
    const { browser, user } = await world.signIn("ada@example.com")
    const { handle } = await world.handleFor(browser)
    await world.register(browser, "one")
    expect((await world.handleFor(browser)).handle).toBe(handle)
    expect(handle).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(handle).not.toContain(user.id)
  })

  it("SEC-R15: the handle is the same after a failed registration and a sign-in", [], async () => {
    const world = await openWithHandles()
    const { handle, request } = await world.handleFor(world.openBrowser())
    world.disturb((name, run) => {
      if (name === "linkAccount") throw outage()
      return run()
    })
    await world.passkeys.verifyRegistration(request()).catch(() => {})
    world.disturb()
    const browser = world.openBrowser()
    const begun = await world.authentication(browser, "probe")
    const json = await begun.request().json()
    json.response.userHandle = Buffer.from(handle).toString("base64url")
    browser.keep(await world.passkeys.verifyAuthentication(browser.request("/", { json })))
    expect((await world.handleFor(browser)).handle).toBe(handle)
  })

  it("SEC-R15: a name that no store accepts is refused before the registration begins", [], async () => {
    const world = await openPasskeyWorld(open)
    const browser = world.openBrowser()
    for (const name of ["a\0b", "cut \ud83d", "\ude00"])
      expect(await world.passkeys.registrationOptions(browser.request(), { name })).toMatchObject({
        ok: false,
        reason: "invalid_name",
        cookies: [],
      })
    const long = { name: `${"a".repeat(63)}😀😀` }
    const begun = await world.passkeys.registrationOptions(browser.request(), long)
    expect(begun).toMatchObject({ ok: true, options: { userName: `${"a".repeat(63)}😀` } })
  })
}
