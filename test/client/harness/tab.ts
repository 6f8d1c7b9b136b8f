import type { Browser } from "playwright-core"
import { onTestFinished } from "vitest"
import type { App } from "./app.ts"
import { stayLocal } from "./chromium.ts"
import { passkeyPort } from "./passkey-device.ts"
import { serveOnLocalhost } from "./web-server.ts"

const autofillRequest = "**/auth/webauthn-options/passkey?action=authenticate&*"

/** A tab in which a person with a passkey device uses the sign-in page that Auth.js itself renders. */
export async function openTab(browser: Browser, { handle }: Pick<App, "handle">) {
  const server = await serveOnLocalhost(handle)
  const context = await browser.newContext({ baseURL: server.origin })
  onTestFinished(async () => {
    await context.close()
    await server.close()
  })
  await stayLocal(context, server.origin)
  const page = await context.newPage()
  const port = await passkeyPort(context, page)

  const openSignIn = () => page.goto("/auth/signin", { waitUntil: "commit" })

  /** Without autofill, which would use a passkey before the person could type. */
  async function openSignInToType() {
    await page.route(autofillRequest, (route) => route.abort())
    await page.goto("/auth/signin")
    await page.unroute(autofillRequest)
  }

  async function landing(): Promise<string> {
    await page.waitForURL((url) => url.href !== `${server.origin}/auth/signin`)
    return page.url().slice(server.origin.length)
  }

  return {
    ...port,
    /** Types an email and submits: a new passkey for a stranger, the one there is for a known person. */
    async submitEmail(email: string) {
      await openSignInToType()
      const field = page.locator("#input-email-for-passkey-provider")
      await field.fill(email)
      await field.press("Enter")
      return landing()
    },
    /** Opens the sign-in page and takes what autofill offers. */
    async autofill() {
      await openSignIn()
      return landing()
    },
    /** Adds a passkey to the person who is signed in. */
    async addPasskey() {
      await openSignInToType()
      await page.evaluate(registerFromForm)
      return landing()
    },
    token: async () =>
      (await context.cookies()).find((cookie) => cookie.name === "authjs.session-token")?.value,
    forgetCookies: () => context.clearCookies(),
  }
}

/** Runs in the page: the form of Auth.js knows no button for this, an application brings its own. */
async function registerFromForm(): Promise<void> {
  type PasskeyLibrary = typeof import("@simplewebauthn/browser")
  const { SimpleWebAuthnBrowser } = globalThis as unknown as { SimpleWebAuthnBrowser: PasskeyLibrary }
  const response = await fetch("/auth/webauthn-options/passkey?action=register")
  const { options } = await response.json()
  const data = JSON.stringify(await SimpleWebAuthnBrowser.startRegistration(options))
  const form = document.querySelector<HTMLFormElement>("#passkey-form")
  for (const [name, value] of Object.entries({ action: "register", data })) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name, value })
    form?.append(input)
  }
  form?.submit()
}
