import { describe, expect, test } from "vitest"
import { extras } from "../../../src/index.ts"
import { thirdParty } from "../support/backends.ts"
import { DAY } from "../support/clock.ts"
import { startToyOpenId } from "../support/toy-openid.ts"
import { openWorld, outage, secret } from "../support/world.ts"
import { type LogoutWorld, openLogoutWorld, strategies } from "./logout-world.ts"

const post = { method: "POST" }

/** Signs in, and out again, and returns the parameters of the URL at the provider. */
async function signedOut(
  strategy: (typeof strategies)[number],
  between: (world: LogoutWorld) => unknown = () => {},
) {
  const world = await openLogoutWorld(strategy)
  const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
  const [stored] = await world.rows("account")
  await between(world)
  const result = browser.keep(
    await world.auth.oauth.signOut(browser.request("/", post), { returnTo: "/bye" }),
  )
  const url = "url" in result && result.url ? new URL(result.url) : undefined
  const asked = Object.fromEntries(url?.searchParams ?? [])
  return { world, browser, result, url, asked, idToken: stored?.["id_token"] }
}

describe.each(strategies)("with %s, a sign-out", (strategy) => {
  test("SEC-H1: ends the session first, continues at the provider, and returns to the page", async () => {
    const { world, browser, url, asked, idToken } = await signedOut(strategy)
    expect(await world.areIn(browser)).toEqual([false])
    expect(url?.origin).toBe(world.acme.issuer)
    expect(asked).toEqual({
      realm: "main",
      id_token_hint: idToken,
      client_id: "app",
      post_logout_redirect_uri: "https://app.example/auth/signed-out/acme",
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    const back = browser.request(`/auth/signed-out/acme?state=${asked["state"]}`)
    expect(browser.keep(await world.auth.oauth.signedOut(back))).toMatchObject({ ok: true, returnTo: "/bye" })
    const again = browser.request(`/auth/signed-out/acme?state=${asked["state"]}`)
    expect(await world.auth.oauth.signedOut(again)).toMatchObject({ ok: false, reason: "unknown_sign_out" })
  })

  test("SEC-H1: sends the id token even if it has expired", async () => {
    const { asked, idToken } = await signedOut(strategy, ({ clock }) => clock.advance(20 * DAY))
    expect(asked).toMatchObject({ id_token_hint: idToken, client_id: "app" })
  })

  test("SEC-H1: does without a stored id token", async () => {
    const { asked } = await signedOut(strategy, async ({ store, rows }) => {
      const [account] = await rows("account")
      const key = { provider: "acme", providerAccountId: String(account?.["providerAccountId"]) }
      await extras(store)?.updateAccount?.({ ...key, id_token: null })
    })
    expect(asked).toMatchObject({ client_id: "app", state: expect.any(String) })
    expect(asked).not.toHaveProperty("id_token_hint")
  })

  test("of a session from before the secret was rotated continues at the provider", async () => {
    const world = await openLogoutWorld(strategy)
    const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
    const rotated = await openLogoutWorld(
      strategy,
      { secret: ["nX7qTz4Lw9vBk2Rm6Ys8Pd3Hf5Jc1Ga0", secret], now: world.clock.now },
      async () => ({ adapter: world.store, rows: world.rows, close: async () => {} }),
    )
    const result = await rotated.auth.oauth.signOut(browser.request("/", post))
    expect(result).toMatchObject({ ok: true, url: expect.stringContaining("id_token_hint=") })
  })

  test("does not name the session of a later sign-in in another browser", async () => {
    const { asked } = await signedOut(strategy, ({ signInAt, acme }) =>
      signInAt(acme, { sub: "ada", sid: "phone" }),
    )
    expect(asked).not.toHaveProperty("id_token_hint")
  })

  test("ends the session if the provider cannot be reached, or has no such page", async () => {
    for (const change of [
      { end_session_endpoint: undefined },
      { end_session_endpoint: "http://evil.example/" },
      { issuer: "https://evil.example" },
    ]) {
      const { world, browser, result } = await signedOut(strategy, ({ acme, clock }) => {
        Object.assign(acme.metadata, change)
        clock.advance(DAY)
      })
      expect(result).toEqual({ ok: true, everywhere: true })
      expect(await world.areIn(browser)).toEqual([false])
    }
  })

  test("during a store failure is pending, and still continues at the provider", async () => {
    const { world, browser, result, asked } = await signedOut(strategy, ({ disturb }) =>
      disturb(() => {
        throw outage()
      }),
    )
    expect(result).toMatchObject({ ok: false, reason: "pending" })
    expect(asked).toMatchObject({ client_id: "app" })
    world.disturb()
    await world.auth.sessions.read(browser.request())
    expect(await world.areIn(browser)).toEqual([false])
  })
})

describe("the redirect back", () => {
  test.each([
    ["without a state", "/auth/signed-out/acme"],
    ["with another state", "/auth/signed-out/acme?state=other"],
    ["to another provider", "/auth/signed-out/other?state=STATE"],
    ["to another path", "/auth/callback/acme?state=STATE"],
  ])("%s is refused", async (_, path) => {
    const { world, browser, asked } = await signedOut("database")
    const request = browser.request(path.replace("STATE", asked["state"] ?? ""))
    expect(await world.auth.oauth.signedOut(request)).toMatchObject({ reason: "unknown_sign_out" })
  })

  test("in another browser is refused", async () => {
    const { world, asked } = await signedOut("database")
    const request = world.openBrowser().request(`/auth/signed-out/acme?state=${asked["state"]}`)
    expect(await world.auth.oauth.signedOut(request)).toMatchObject({ reason: "unknown_sign_out" })
  })
})

test("a sign-in by email, or by another provider, does not continue at the provider", async () => {
  const world = await openLogoutWorld("database")
  const { browser } = await world.signIn("ada@example.com")
  const signedIn = await world.signInAt(world.acme, { sub: "grace", sid: "lab" }, browser)
  // The cookie of the provider stays, and belongs to the session that has ended.
  const mailed = await world.signIn("ada@example.com", signedIn)
  expect(await world.auth.oauth.signOut(mailed.browser.request("/", post))).toEqual({
    ok: true,
    everywhere: true,
  })
})

test("SEC-R11: another site cannot sign a user out", async () => {
  const world = await openLogoutWorld("database")
  const browser = await world.signInAt(world.acme, { sub: "ada" })
  const headers = { origin: "https://evil.example" }
  expect(await world.auth.oauth.signOut(browser.request("/", { ...post, headers }))).toMatchObject({
    reason: "cross_site",
  })
  expect(await world.auth.oauth.signOut(browser.request("/"))).toMatchObject({ reason: "not_post" })
  expect(await world.areIn(browser)).toEqual([true])
})

test("the route redirects a form to the provider, and returns the URL to a script", async () => {
  const world = await openLogoutWorld("database")
  const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
  const headers = { accept: "text/html" }
  const form = { returnTo: "/bye" }
  const left = await world.routes(browser.request("/auth/sign-out", { form, headers }))
  browser.jar.store(left.headers.getSetCookie())
  const url = new URL(left.headers.get("location") ?? "")
  expect([left.status, url.origin]).toEqual([303, world.acme.issuer])
  const state = url.searchParams.get("state")
  const back = await world.routes(browser.request(`/auth/signed-out/acme?state=${state}`, { headers }))
  expect([back.status, back.headers.get("location")]).toEqual([303, "/bye"])
  const again = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
  const told = await (await world.routes(again.request("/auth/sign-out", { json: {} }))).json()
  expect(told).toEqual({ ok: true, everywhere: true, url: expect.stringContaining("id_token_hint") })
})

test("works over a third-party adapter", async () => {
  const acme = await startToyOpenId(Date.now, { logout: ["rp_initiated"] })
  const world = await openWorld(thirdParty.open, { providers: [acme.provider] })
  const browser = world.openBrowser()
  const started = browser.keep(await world.auth.oauth.start(browser.request(), "acme"))
  const asked = new URL(started.ok ? started.url : "").searchParams
  const code = JSON.stringify({ sub: "ada", sid: "desk", nonce: asked.get("nonce") })
  const callback = `/auth/callback/acme?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`
  browser.keep(await world.auth.oauth.callback(browser.request(callback)))
  const result = await world.auth.oauth.signOut(browser.request("/", post))
  expect(result).toMatchObject({ ok: true, url: expect.stringContaining("id_token_hint=") })
  await acme.close()
})
