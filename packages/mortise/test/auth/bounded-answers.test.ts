import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { describe, expect, test } from "vitest"
import { createVerifyLogoutToken } from "../../src/auth/oauth/logout/logout-token.ts"
import { createProviderConnections } from "../../src/auth/oauth/provider-connections.ts"
import type { TokenProvider } from "../tokens/support/token-provider.ts"
import { openTokenWorld } from "../tokens/support/token-world.ts"
import { memory } from "./support/backends.ts"
import { fakeClock } from "./support/clock.ts"
import { portOf } from "./support/port-of.ts"
import { openWorld } from "./support/world.ts"

const MIB = 1024 * 1024
const offered = 400 * MIB
const discovery = "/.well-known/openid-configuration"

type Respond = (response: ServerResponse) => unknown

/** An OpenID provider with answers of the test. It answers every code with tokens for the nonce in the code. */
async function startProvider(answers: Readonly<Record<string, Respond>> = {}) {
  const provider = { issuer: "", requests: [] as string[], answers: { ...answers } }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ""
    provider.requests.push(path)
    response.setHeader("content-type", "application/json")
    let body = ""
    for await (const part of request) body += part
    const answer = provider.answers[path]
    if (answer) return answer(response)
    response.end(
      JSON.stringify(path === discovery ? metadata() : tokens(new URLSearchParams(body).get("code"))),
    )
  })
  const metadata = () => {
    const { issuer } = provider
    const names = ["authorization", "token", "userinfo"].map((name) => [
      `${name}_endpoint`,
      `${issuer}/${name}`,
    ])
    return { issuer, jwks_uri: `${issuer}/jwks`, ...Object.fromEntries(names) }
  }
  const tokens = (nonce: string | null) => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: provider.issuer, aud: "app", sub: "ada", iat, exp: iat + 600, nonce }
    return {
      access_token: "token",
      token_type: "bearer",
      id_token: `${part({ alg: "RS256" })}.${part(claims)}.c2ln`,
    }
  }
  provider.issuer = `http://127.0.0.1:${await portOf(server)}`
  return provider
}

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url")

/** Sends up to 400 MiB, as fast as it is read. */
function createFlood() {
  const flood = { written: 0, respond }
  const chunk = Buffer.alloc(MIB / 4, " ")
  async function respond(response: ServerResponse): Promise<void> {
    const closed = once(
      response.on("error", () => {}),
      "close",
    )
    while (flood.written < offered && !response.destroyed) {
      flood.written += chunk.length
      if (!response.write(chunk)) await Promise.race([once(response, "drain"), closed])
    }
    response.end("{}")
  }
  return flood
}

/** An application with the provider, and a sign-in there. */
async function openAt(issuer: string) {
  const provider = { id: "acme", type: "oidc", issuer, clientId: "app" } as const
  const world = await openWorld(memory.open, { providers: [provider] })
  const start = async (browser = world.openBrowser()) =>
    browser.keep(await world.auth.oauth.start(browser.request(), "acme"))
  const signIn = async () => {
    const browser = world.openBrowser()
    const started = await start(browser)
    const asked = new URL(started.ok ? started.url : "https://app.example").searchParams
    const back = { code: asked.get("nonce") ?? "", state: asked.get("state") ?? "" }
    return world.auth.oauth.callback(browser.request(`/auth/callback/acme?${new URLSearchParams(back)}`))
  }
  return { ...world, start, signIn }
}

describe("SEC-T8 of 400 MiB that a provider offers, a few are read", () => {
  test.each([discovery, "/token", "/userinfo"])("at %s, by a sign-in", async (path) => {
    const flood = createFlood()
    const { issuer } = await startProvider({ [path]: flood.respond })
    const { signIn } = await openAt(issuer)
    const outcome = await signIn().catch(({ code }) => code)
    expect(path === discovery ? outcome : outcome.reason).toBe(
      path === discovery ? "unavailable" : "provider_refused",
    )
    expect(flood.written).toBeLessThan(16 * MIB)
  })

  test("as keys, by a logout token", async () => {
    const flood = createFlood()
    const { issuer } = await startProvider({ "/jwks": flood.respond })
    const verify = createVerifyLogoutToken(createProviderConnections({ now: Date.now }), Date.now)
    const token = `${part({ alg: "RS256", typ: "logout+jwt" })}.${part({})}.c2ln`
    await expect(verify({ id: "acme", issuer, clientId: "app" }, token)).rejects.toMatchObject({
      code: "unavailable",
    })
    expect(flood.written).toBeLessThan(16 * MIB)
  })

  test("as tokens, by mortise/tokens", async () => {
    const flood = createFlood()
    const { issuer } = await startProvider({ "/token": flood.respond })
    const provider = { issuer, clientId: "app", clientSecret: "not-a-secret", issue: async () => "refresh" }
    const world = await openTokenWorld(provider as unknown as TokenProvider)
    // Whether the token was used is unknown.
    expect(await world.open().get(world.which)).toEqual({ ok: false, reason: "refresh_answer_lost" })
    expect(flood.written).toBeLessThan(16 * MIB)
  })
})

describe("SEC-T7 a provider that fails", () => {
  const count = (requests: readonly string[], path: string) => requests.filter((each) => each === path).length

  test("is asked once by 300 visitors, and again after some seconds", async () => {
    const held: ServerResponse[] = []
    const provider = await startProvider({ [discovery]: (response) => held.push(response) })
    const { start, clock } = await openAt(provider.issuer)
    const visits = Array.from({ length: 300 }, () => start().catch(({ code }) => code))
    await expect.poll(() => held.length).toBe(1)
    held[0]?.writeHead(500).end()
    expect(new Set(await Promise.all(visits))).toEqual(new Set(["unavailable"]))
    await expect(start()).rejects.toMatchObject({ code: "unavailable" })
    expect(provider.requests).toEqual([discovery])
    provider.answers = {}
    clock.advance(5000)
    expect(await start()).toMatchObject({ ok: true })
    expect(provider.requests).toEqual([discovery, discovery])
  })

  test("is asked once for its keys by many logout tokens", async () => {
    const { issuer, requests } = await startProvider({ "/jwks": (response) => response.writeHead(503).end() })
    const clock = fakeClock()
    const verify = createVerifyLogoutToken(createProviderConnections(clock), clock.now)
    const token = `${part({ alg: "RS256", typ: "logout+jwt" })}.${part({})}.c2ln`
    const send = () => verify({ id: "acme", issuer, clientId: "app" }, token).catch(({ code }) => code)
    for (let round = 0; round < 3; round++) expect(await send()).toBe("unavailable")
    expect(count(requests, "/jwks")).toBe(1)
    clock.advance(5000)
    await send()
    expect(count(requests, "/jwks")).toBe(2)
  })
})
