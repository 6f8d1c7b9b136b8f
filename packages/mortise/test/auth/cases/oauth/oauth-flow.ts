import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { origin } from "../../support/browser.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import type { Case } from "../case.ts"

const withUrl = ({ url, headers }: Request, change: (url: URL) => void): Request => {
  const changed = new URL(url)
  change(changed)
  return new Request(changed, { headers })
}
function dropPkce(asked: URLSearchParams): void {
  asked.delete("code_challenge")
  asked.delete("code_challenge_method")
}

/** What binds a flow to its provider and its browser. */
export function oauthFlowCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  it("SEC-C6, CVE-2026-73419: a flow that was begun at one provider cannot end at another", [], async () => {
    const app = await openOAuthApp(open, identity())
    const { callback } = await app.visitProvider("acme", "ada")
    const elsewhere = withUrl(callback, (url) => {
      url.pathname = "/auth/callback/other"
    })
    expect(await app.auth.oauth.callback(elsewhere)).toMatchObject({ ok: false, reason: "state" })
    expect(await app.rows("user")).toEqual([])
    expect(await app.auth.oauth.callback(callback), "its own provider").toMatchObject({ ok: true })
  })

  it(
    "SEC-C6: only the browser that began a flow can finish it, with its own state, in time, and once",
    [],
    async () => {
      const app = await openOAuthApp(open, identity())
      const { callback } = await app.visitProvider("acme", "ada")
      const refused = { ok: false, reason: "state" }
      expect(await app.auth.oauth.callback(new Request(callback.url)), "another browser").toMatchObject(
        refused,
      )
      const otherState = withUrl(callback, ({ searchParams }) => searchParams.set("state", "A".repeat(43)))
      expect(await app.auth.oauth.callback(otherState), "another state").toMatchObject(refused)
      const similarState = withUrl(callback, ({ searchParams }) =>
        searchParams.set("state", `${searchParams.get("state")?.slice(0, 8)}${"A".repeat(35)}`),
      )
      expect(await app.auth.oauth.callback(similarState), "a similar state").toMatchObject(refused)
      const noState = withUrl(callback, ({ searchParams }) => searchParams.delete("state"))
      expect(await app.auth.oauth.callback(noState), "no state").toMatchObject(refused)
      const otherIssuer = withUrl(callback, ({ searchParams }) =>
        searchParams.set("iss", "https://evil.example"),
      )
      expect(await app.auth.oauth.callback(otherIssuer), "another issuer").toMatchObject({
        reason: "provider_refused",
      })
      expect(await app.auth.oauth.callback(callback)).toMatchObject({ ok: true })
      expect(await app.auth.oauth.callback(callback), "the same again").toMatchObject({
        reason: "provider_refused",
      })

      const late = await app.visitProvider("acme", "ada")
      app.clock.advance(600_000)
      expect(await app.auth.oauth.callback(late.callback), "ten minutes later").toMatchObject(refused)
    },
  )

  it("SEC-S1: hundreds of flows are deleted a few at a time, and the new one works", [], async () => {
    const app = await openOAuthApp(open, identity())
    const browser = app.openBrowser()
    const name = (nth: number) => `__Host-mortise.oauth.${String(nth).padStart(9, "0")}-AAAAAAAA`
    browser.jar.store(Array.from({ length: 40 }, (_, nth) => `${name(nth)}=s1; Path=/; Max-Age=600`))
    const flows = () => browser.jar.header().match(/mortise\.oauth\./g)?.length
    const { callback } = await app.visitProvider("acme", "ada", browser)
    expect(flows(), "eight deleted, one new").toBe(33)
    expect(await app.auth.oauth.callback(callback)).toMatchObject({ ok: true })
    for (let nth = 0; nth < 6; nth++) browser.keep(await app.auth.oauth.start(browser.request(), "acme"))
    expect(flows()).toBe(3)
  })

  it("SEC-R1: a second cookie for the same flow is not ours, so neither is opened", [], async () => {
    const app = await openOAuthApp(open, identity())
    const { callback, browser } = await app.visitProvider("acme", "ada")
    const [flow = ""] = browser.jar.header().match(/__Host-mortise\.oauth\.[^;]+/) ?? []
    const twice = new Headers({ cookie: `${flow}; ${flow.replace(/oauth\.\w{9}/, "oauth.zzzzzzzzz")}` })
    expect(await app.auth.oauth.callback(new Request(callback.url, { headers: twice }))).toMatchObject({
      ok: false,
      reason: "state",
    })
  })

  it(
    "CVE-2023-27490: state, nonce and PKCE are in every request, even if the configuration sets them",
    [],
    async () => {
      const provider = { id: "acme", type: "oidc", issuer: identity().issuer, clientId: "app" } as const
      const mine = {
        state: "mine",
        code_challenge: "mine",
        nonce: "mine",
        redirect_uri: "https://evil.example",
      }
      const params = { ...mine, prompt: "consent" }
      const app = await openOAuthApp(open, identity(), { providers: [{ ...provider, params }] })
      const started = await app.auth.oauth.start(new Request(`${origin}/`), "acme")
      const asked = Object.fromEntries(new URL(started.ok ? started.url : "").searchParams)
      const random = expect.stringMatching(/^[\w-]{43}$/)
      expect(asked).toEqual({
        client_id: "app",
        redirect_uri: `${origin}/auth/callback/acme`,
        response_type: "code",
        scope: "openid profile email",
        prompt: "consent",
        state: random,
        nonce: random,
        code_challenge: random,
        code_challenge_method: "S256",
      })
      expect(started.cookies.join(), "the cookie does not reveal the state").not.toContain(asked["state"])
    },
  )

  for (const [what, tamper] of [
    ["for another nonce", (asked: URLSearchParams) => asked.set("nonce", "another")],
    ["without a nonce, CVE-2026-15612", (asked: URLSearchParams) => asked.delete("nonce")],
    ["for another verifier", (asked: URLSearchParams) => asked.set("code_challenge", "A".repeat(43))],
    ["without a verifier", dropPkce],
  ] as const)
    it(`SEC-C6: a response ${what} is refused`, [], async () => {
      const app = await openOAuthApp(open, identity())
      const { callback } = await app.visitProvider("acme", "ada", app.openBrowser(), false, tamper)
      expect(await app.auth.oauth.callback(callback)).toMatchObject({ ok: false, reason: "provider_refused" })
      expect(await app.rows("user")).toEqual([])
    })
}
