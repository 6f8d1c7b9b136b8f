import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, onTestFinished, test } from "vitest"
import { memory } from "./support/backends.ts"
import { origin } from "./support/browser.ts"
import { openWorld } from "./support/world.ts"

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url")

/** An OpenID provider that accepts every code, uses it as the nonce, and may return the profile of another subject. */
async function startTwoFacedProvider(idToken: object, profile: object): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const nonce = new URLSearchParams(body).get("code")
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: "app", iat, exp: iat + 600, nonce, ...idToken }
    const answers: Record<string, object> = {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
      },
      "/token": {
        access_token: "token",
        token_type: "bearer",
        id_token: `${part({ alg: "RS256" })}.${part(claims)}.c2ln`,
      },
      "/me": profile,
    }
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(answers[request.url ?? ""] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return issuer
}

/** Signs in at that provider. */
async function signInAt(issuer: string) {
  const provider = { id: "acme", type: "oidc", issuer, clientId: "app" } as const
  const { auth, openBrowser } = await openWorld(memory.open, { providers: [provider] })
  const browser = openBrowser()
  const started = browser.keep(await auth.oauth.start(browser.request(), "acme"))
  const asked = new URL(started.ok ? started.url : origin).searchParams
  const back = { code: asked.get("nonce") ?? "", state: asked.get("state") ?? "" }
  return auth.oauth.callback(browser.request(`/auth/callback/acme?${new URLSearchParams(back)}`))
}

test("SEC-C1: a profile is used if it has the same subject as the id token", async () => {
  const issuer = await startTwoFacedProvider({ sub: "ada" }, { sub: "ada", name: "Ada" })
  expect(await signInAt(issuer)).toMatchObject({ ok: true, user: { name: "Ada" } })
})

test.each([
  ["a profile of another subject", { sub: "ada" }, { sub: "eve" }],
  ["a profile without a subject", { sub: "ada" }, {}],
  ["an id token for another application", { sub: "ada", aud: "other" }, { sub: "ada" }],
  ["an id token of another issuer", { sub: "ada", iss: "https://evil.example" }, { sub: "ada" }],
  ["an id token that has expired", { sub: "ada", exp: 1 }, { sub: "ada" }],
  ["an id token for another sign-in", { sub: "ada", nonce: "other" }, { sub: "ada" }],
])("SEC-C1, SEC-C6: %s is refused", async (_, idToken, profile) => {
  const issuer = await startTwoFacedProvider(idToken, profile)
  expect(await signInAt(issuer)).toMatchObject({ ok: false, reason: "provider_refused" })
})

describe("SEC-R3: an address and its verification are taken from the same document", () => {
  const address = { email: "victim@example.com" }
  const other = { email: "eve@example.com" }
  const verified = { email_verified: true }
  test.each([
    ["the address of the id token, the verification of userinfo", address, verified, null],
    ["the address of userinfo, the verification of the id token", verified, address, null],
    ["two addresses, the id token's verified", { ...other, ...verified }, address, other.email],
    ["two addresses, userinfo's verified", address, { ...other, ...verified }, other.email],
    ["two addresses, userinfo's refuted", address, { ...other, email_verified: false }, null],
    ["both in userinfo", {}, { ...address, ...verified }, address.email],
    ["both in the id token", { ...address, ...verified }, {}, address.email],
  ])("%s", async (_, idToken, profile, email) => {
    const issuer = await startTwoFacedProvider({ sub: "ada", ...idToken }, { sub: "ada", ...profile })
    expect(await signInAt(issuer)).toMatchObject({ ok: true, user: { email } })
  })
})
