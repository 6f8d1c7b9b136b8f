import type { Browser } from "playwright-core"
import { onTestFinished } from "vitest"
import type { App } from "./app.ts"
import { stayLocal } from "./chromium.ts"
import { passkeyPort } from "./passkey-device.ts"
import { serveOnLocalhost } from "./web-server.ts"

/** A visitor with a passkey device, at the sign-in page that Auth.js renders. */
export type Tab = {
  /** The content of the device, for a later clone. */
  copyDevice(): Promise<unknown>
  /** Replaces the device by an empty one, or by a clone with the given content. */
  swapDevice(content?: unknown): Promise<void>
  /** Types an email and submits it: registers a passkey for a new user, uses the existing one for a known user. */
  submitEmail(email: string): Promise<string>
  /** Opens the sign-in page and accepts the passkey that autofill offers. */
  takeAutofill(): Promise<string>
  /** Adds a passkey to the signed-in user. */
  addPasskey(): Promise<string>
  /** The value of the session cookie. */
  token(): Promise<string | undefined>
  forgetCookies(): Promise<void>
}

/** A tab of Chromium. */
export async function openTab(browser: Browser, { handle }: Pick<App, "handle">) {
  const server = await serveOnLocalhost(handle)
  const context = await browser.newContext({ baseURL: server.origin })
  onTestFinished(async () => {
    await context.close()
    await server.close()
  })
  // Autofill would use a passkey before the email is typed.
  let autofill = false
  const forAutofill = (url: string) => url.includes("/webauthn-options/passkey?action=authenticate")
  await stayLocal(context, (url) => url.startsWith(server.origin) && (autofill || !forAutofill(url)))
  const page = await context.newPage()
  const port = await passkeyPort(context, page)

  async function landing(): Promise<string> {
    await page.waitForURL((url) => url.href !== `${server.origin}/auth/signin`)
    return page.url().slice(server.origin.length)
  }

  return {
    ...port,
    async submitEmail(email: string) {
      await page.goto("/auth/signin")
      const field = page.locator("#input-email-for-passkey-provider")
      await field.fill(email)
      await field.press("Enter")
      return landing()
    },
    async takeAutofill() {
      autofill = true
      await page.goto("/auth/signin", { waitUntil: "commit" })
      const landed = await landing()
      autofill = false
      return landed
    },
    async addPasskey() {
      await page.goto("/auth/signin")
      return page.evaluate(registerPasskey)
    },
    token: async () =>
      (await context.cookies()).find((cookie) => cookie.name === "authjs.session-token")?.value,
    forgetCookies: () => context.clearCookies(),
  }
}

/** Runs in the page. The form of Auth.js has no button for this; an application has its own. */
async function registerPasskey(): Promise<string> {
  type PasskeyLibrary = typeof import("@simplewebauthn/browser")
  const { SimpleWebAuthnBrowser } = globalThis as unknown as { SimpleWebAuthnBrowser: PasskeyLibrary }
  const asked = await fetch("/auth/webauthn-options/passkey?action=register")
  const { options } = await asked.json()
  const data = JSON.stringify(await SimpleWebAuthnBrowser.startRegistration(options))
  const body = new URLSearchParams({ action: "register", data })
  const answer = await fetch("/auth/callback/passkey", { method: "POST", body })
  const { pathname, search } = new URL(answer.url)
  return pathname + search
}
