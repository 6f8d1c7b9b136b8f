import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import type { PasskeyOptions } from "../../../src/auth/index.ts"
import type { Browser } from "./browser.ts"
import { toyAnswer, toyWebAuthn } from "./toy-webauthn.ts"
import { openWorld, type WorldOptions } from "./world.ts"

/** The stored form of a credential id. */
export const storedId = (id: string): string => Buffer.from(id).toString("base64")

/** An application with passkeys, and the steps of a user with a device. */
export async function openPasskeyWorld(
  open: Factory,
  changes: Partial<PasskeyOptions> = {},
  options: WorldOptions = {},
) {
  const world = await openWorld(open, {
    ...options,
    passkeys: { name: "App", webauthn: toyWebAuthn, ...changes },
  })
  const { passkeys } = world.auth

  async function registration(browser: Browser, id: string, counter = 0, rest = {}) {
    const begun = browser.keep(await passkeys.registrationOptions(browser.request(), { name: " Ada " }))
    if (!begun.ok) throw new Error(begun.reason)
    return {
      options: begun.options,
      request: () => browser.request("/", { json: toyAnswer(begun.options, id, counter, rest) }),
    }
  }
  async function authentication(browser: Browser, id: string, counter = 0, rest = {}, userId?: string) {
    const begun = browser.keep(
      await passkeys.authenticationOptions(browser.request(), userId === undefined ? {} : { userId }),
    )
    if (!begun.ok) throw new Error("No options")
    return {
      options: begun.options,
      request: () => browser.request("/", { json: toyAnswer(begun.options, id, counter, rest) }),
    }
  }
  return {
    ...world,
    passkeys,
    registration,
    authentication,
    register: async (browser: Browser, id: string, counter?: number, rest?: object) =>
      browser.keep(
        await passkeys.verifyRegistration((await registration(browser, id, counter, rest)).request()),
      ),
    authenticate: async (browser: Browser, id: string, counter?: number, rest?: object) =>
      browser.keep(
        await passkeys.verifyAuthentication((await authentication(browser, id, counter, rest)).request()),
      ),
    remove: async (browser: Browser, id: string, init: object = { method: "POST" }) =>
      browser.keep(await passkeys.remove(browser.request("/", init), { credentialID: storedId(id) })),
  }
}
