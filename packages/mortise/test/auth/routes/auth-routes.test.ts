import { afterEach, describe, expect, test, vi } from "vitest"
import { authRoutes, type RoutePage, refusalText } from "../../../src/auth/index.ts"
import { memory } from "../support/backends.ts"
import type { Browser } from "../support/browser.ts"
import { startToyProvider } from "../support/toy-provider.ts"
import { toyAnswer, toyWebAuthn } from "../support/toy-webauthn.ts"
import { openWorld, outage } from "../support/world.ts"
import { openRoutes } from "./open-routes.ts"

const html = { accept: "text/html" }

afterEach(() => vi.restoreAllMocks())

describe("providers", () => {
  test("sign in with a link or a form, and link an account with a form only", async () => {
    const toy = await startToyProvider()
    const { visit, openBrowser, reasons } = await openRoutes({ providers: [toy.provider] })
    const browser = openBrowser()
    const travel = async (person: string, ...sent: Parameters<Browser["request"]>) => {
      const away = await visit(browser, ...sent)
      expect(away.status).toBe(303)
      const state = new URL(away.headers.get("location") ?? "").searchParams.get("state") ?? ""
      return visit(browser, `/auth/callback/toy?${new URLSearchParams({ code: person, state })}`, {
        headers: html,
      })
    }
    const back = await travel("ada", "/auth/oauth/toy?returnTo=/inbox", { headers: html })
    expect([back.status, back.headers.get("location")]).toEqual([303, "/inbox"])
    const linked = await travel("grace", "/auth/oauth/toy", { form: { link: "1" }, headers: html })
    expect(linked.status).toBe(303)
    const session = await (await visit(browser, "/auth/session")).json()
    expect(session.user).toMatchObject({ email: "ada@toy.example", name: "Toy" })
    // The same account again, in a browser that did not start the flow.
    const stray = await visit(openBrowser(), "/auth/callback/toy?code=ada&state=x", { headers: html })
    expect([stray.status, await stray.text()]).toEqual([
      400,
      expect.stringContaining("it was started in another browser"),
    ])
    expect((await visit(browser, "/auth/oauth/nobody")).status).toBe(404)
    expect(reasons()).toEqual(["state", "unknown_provider"])
    await toy.close()
    // The provider is down.
    expect((await travel("ada", "/auth/oauth/toy", { headers: html })).status).toBe(503)
  })
})

describe("passkeys", () => {
  test("are registered, and sign in, as JSON", async () => {
    const { visit, openBrowser, reasons } = await openRoutes({
      passkeys: { name: "App", webauthn: toyWebAuthn },
    })
    const post = async (browser: Browser, path: string, json: object) =>
      (await visit(browser, `/auth/passkeys/${path}`, { json })).json()
    const browser = openBrowser()
    const { options } = await post(browser, "register/options", { name: "Ada" })
    const answer = toyAnswer(options, "key", 1)
    expect(await post(browser, "register?returnTo=/inbox", answer)).toMatchObject({
      ok: true,
      user: { name: "Ada" },
      returnTo: "/inbox",
    })
    const other = openBrowser()
    const begun = await post(other, "authenticate/options", {})
    const response = toyAnswer(begun.options, "key", 2)
    expect(await post(other, "authenticate?returnTo=//evil.example", response)).toMatchObject({
      ok: true,
      returnTo: "/",
    })
    expect(await post(other, "authenticate", response)).toMatchObject({ ok: false, reason: "challenge" })
    const { status } = await visit(other, "/auth/passkeys/register/options")
    expect(status).toBe(405)
    const headers = { origin: "https://evil.example" }
    const forged = await visit(other, "/auth/passkeys/register/options", { json: {}, headers })
    expect(forged.status).toBe(403)
    expect(reasons()).toEqual(["challenge", "wrong_method", "cross_site"])
  })
})

describe("pages", () => {
  test("show the field for the code again after a wrong one, and escape what they show", async () => {
    const { visit, openBrowser } = await openRoutes({ email: { sendCode: () => {} } })
    const browser = openBrowser()
    const asked = await visit(browser, "/auth/email", { form: { email: "ada@example.com" }, headers: html })
    expect(await asked.text()).toContain('action="/auth/code"')
    const wrong = await visit(browser, "/auth/code", { form: { code: "x" }, headers: html })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/This code is wrong[\s\S]+action="\/auth\/code"/),
    ])
    const link = `/auth/confirm?${new URLSearchParams({ email: "a'b@example.com", token: "x".repeat(43) })}`
    const confirm = await visit(browser, link, { headers: html })
    expect(await confirm.text()).toContain("Sign in as a&#39;b@example.com?")
    expect(confirm.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(confirm.headers.get("referrer-policy"), "the URL has the token").toBe("strict-origin")
  })

  test("can be made by the application, below another path, with a link to its sign-in page", async () => {
    const world = await openWorld(memory.open, { paths: { base: "/api/sign-in", signIn: "/welcome" } })
    const shown: RoutePage[] = []
    const routes = authRoutes(world.auth, {
      page: (page) => {
        shown.push(page)
        return `<p>${page.reason}</p>`
      },
    })
    const browser = world.openBrowser()
    const form = { email: "nobody" }
    const response = await routes(browser.request("/api/sign-in/email", { form, headers: html }))
    expect([response.status, await response.text()]).toEqual([400, "<p>invalid_address</p>"])
    expect(shown).toEqual([
      {
        status: 400,
        title: "Sign-in",
        text: refusalText("invalid_address"),
        reason: "invalid_address",
        signIn: "/welcome",
      },
    ])
    await routes(browser.request("/api/sign-in/email", { form: { email: "ada@example.com" } }))
    expect(world.lastLink().link).toMatch(/^https:\/\/app\.example\/api\/sign-in\/confirm\?/)
    expect((await routes(browser.request("/auth/email", { form }))).status).toBe(404)
  })

  test("of HEAD have no body", async () => {
    const { visit, openBrowser } = await openRoutes()
    const response = await visit(openBrowser(), "/auth/session", { method: "HEAD" })
    expect([response.status, response.body]).toEqual([200, null])
  })
})

describe("a failure", () => {
  test("is printed without its cause, and is an event that names the route", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {})
    const world = await openWorld(memory.open)
    const { browser } = await world.signIn("ada@example.com")
    world.disturb(() => {
      throw outage()
    })
    const response = await authRoutes(world.auth)(browser.request("/auth/session"))
    expect(response.status).toBe(503)
    expect(String(printed.mock.calls)).toContain("The store failed at getSessionAndUser")
    expect(String(printed.mock.calls)).not.toContain("the store is down")
    expect(world.events).toContainEqual({
      type: "operation_failed",
      operation: "route session",
      code: "unavailable",
    })
  })

  test("during a sign-out leaves the browser signed out, and the next request ends the session", async () => {
    const { visit, signIn, disturb, rows } = await openRoutes()
    const { browser } = await signIn("ada@example.com")
    disturb(() => {
      throw outage()
    })
    const response = await visit(browser, "/auth/sign-out", { form: {} })
    expect(await response.json()).toEqual({ ok: true, everywhere: false })
    expect(browser.token()).toBeUndefined()
    disturb()
    await visit(browser, "/auth/session")
    expect(await rows("session")).toEqual([])
  })

  test("of the object that is passed is explained", async () => {
    const world = await openWorld(memory.open)
    const { sessions, email, oauth, passkeys } = world.auth
    expect(() => authRoutes({ sessions, email, oauth, passkeys })).toThrow(/pass it unchanged/)
    expect(() => authRoutes({ ...world.auth })).not.toThrow()
    expect(() => authRoutes(world.auth, { pages: () => "" } as object)).toThrow(/did you mean "page"/)
  })
})
