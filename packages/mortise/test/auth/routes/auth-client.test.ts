import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { afterEach, expect, test, vi } from "vitest"
import { authClient, type WebAuthnBrowser } from "../../../src/auth/browser/index.ts"
import { authRoutes } from "../../../src/auth/index.ts"
import { memory } from "../support/backends.ts"
import { openBrowser } from "../support/browser.ts"
import { toyAnswer, toyWebAuthn } from "../support/toy-webauthn.ts"
import { openWorld } from "../support/world.ts"

afterEach(() => vi.unstubAllGlobals())

/** A page whose scripts reach the routes through `fetch`, with a device that signs. */
async function openPage(webauthn?: WebAuthnBrowser) {
  const world = await openWorld(memory.open, { passkeys: { name: "App", webauthn: toyWebAuthn } })
  const routes = authRoutes(world.auth)
  const browser = openBrowser()
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body, headers }: RequestInit) => {
    const sent = { method, headers: headers as Record<string, string> }
    const request = browser.request(path, body ? { ...sent, json: JSON.parse(String(body)) } : sent)
    const response = await routes(request)
    browser.jar.store(response.headers.getSetCookie())
    return response
  })
  const device = (counter: number) => async (asked: { optionsJSON: object }) =>
    toyAnswer(asked.optionsJSON, "key", counter)
  const toy = { startRegistration: device(1), startAuthentication: device(2) }
  return { ...world, client: authClient({ webauthn: webauthn ?? (toy as WebAuthnBrowser) }) }
}

test("a page signs up with a passkey, signs out, and signs in again", async () => {
  const { client } = await openPage()
  expect(await client.session()).toMatchObject({ ok: true, user: null })
  const signedUp = await client.registerPasskey({ name: "Ada", returnTo: "/inbox" })
  expect(signedUp).toMatchObject({ ok: true, isNewUser: true, returnTo: "/inbox", user: { name: "Ada" } })
  expect(await client.session()).toMatchObject({ user: { name: "Ada" }, fresh: true })
  expect(await client.signOut()).toEqual({ ok: true, everywhere: true })
  expect(await client.session()).toMatchObject({ user: null })
  expect(await client.signInWithPasskey()).toMatchObject({ ok: true, returnTo: "/", isNewUser: false })
})

/** In place of the constructor `FormData`, which has the fields of a real form. */
function entriesOf({ fields }: { readonly fields: object }) {
  return Object.entries(fields)
}

test("a form is sent to the route in its action", async () => {
  const { client, mails } = await openPage()
  vi.stubGlobal("FormData", entriesOf)
  const form = (fields: object) => ({ action: "/auth/email", fields }) as unknown as HTMLFormElement
  expect(await client.submit(form({ email: "ada@example.com" }))).toMatchObject({ ok: true, by: "link" })
  expect(mails).toMatchObject([{ to: "ada@example.com" }])
  expect(await client.submit(form({ email: "nobody" }))).toEqual({
    ok: false,
    reason: "invalid_address",
    message: "This is not an email address. Please check it.",
  })
})

test.each([
  ["NotAllowedError", "cancelled"],
  ["AbortError", "cancelled"],
  ["InvalidStateError", "already_registered"],
  ["SecurityError", "no_passkeys"],
])("a device that refuses with %s is a result: %s", async (name, reason) => {
  const refuse = () => Promise.reject(Object.assign(new Error("no"), { name }))
  const { client } = await openPage({ startRegistration: refuse, startAuthentication: refuse })
  for (const result of [await client.registerPasskey(), await client.signInWithPasskey()])
    expect(result).toEqual({ ok: false, reason, message: expect.stringMatching(/^[A-Z].+/) })
})

test("a server that does not respond is a result", async () => {
  const { client } = await openPage()
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")))
  expect(await client.signInWithPasskey()).toMatchObject({ ok: false, reason: "unavailable" })
})

test("the functions of a page take less than 3 kB, minified", async () => {
  const input = fileURLToPath(new URL("../../../src/auth/browser/index.ts", import.meta.url))
  const bundle = await rolldown({ input })
  const { output } = await bundle.generate({ format: "es", minify: true })
  await bundle.close()
  expect(output).toHaveLength(1)
  expect(output[0].imports).toEqual([])
  expect(output[0].code.length).toBeGreaterThan(500)
  expect(output[0].code.length).toBeLessThan(3000)
})
