import { Auth } from "@auth/core"
import { afterAll, describe, expect, test } from "vitest"
import { createClient } from "../../../workshop/src/sign-in/client.ts"
import { createAuth } from "../../src/auth/index.ts"
import { openBrowser, origin } from "../auth/support/browser.ts"
import { callbackRequest, startToyProvider } from "../auth/support/toy-provider.ts"
import { sharedProcess } from "../authjs/harness/shared-process.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"
import type { TokenWorld } from "./support/token-world.ts"

const provider = await sharedProvider()
/** Its sign-ins return an access token for an hour, and no refresh token. */
const toy = await startToyProvider()
afterAll(() => toy.close())

const secret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"

async function signInWithMortise({ adapter, key }: TokenWorld): Promise<void> {
  const providers = [{ ...toy.provider, id: "acme" }]
  const auth = createAuth({ adapter, secret, origin, providers, sweep: false })
  const browser = openBrowser()
  const callback = await callbackRequest({ auth } as never, browser, key.providerAccountId, false, "acme")
  expect(await auth.oauth.callback(callback)).toMatchObject({ ok: true })
}

async function signInWithAuthJs(world: TokenWorld): Promise<void> {
  const { adapter, key } = world
  const { token, userinfo, clientId } = toy.provider
  const handle = (request: Request) =>
    Auth(request, {
      adapter,
      providers: [
        {
          ...{ id: "acme", name: "Acme", type: "oauth", clientId, checks: ["state"] },
          ...{ authorization: `${origin}/authorize`, token, userinfo, issuer: "https://acme.example" },
          client: { token_endpoint_auth_method: "none" },
          profile: ({ sub }) => ({ id: sub }),
        },
      ],
      ...{ basePath: "/auth", secret, trustHost: true, ...sharedProcess },
      events: {
        signIn: ({ account, user }) => world.open().saveTokens(account && { ...account, userId: user.id }),
      },
    })
  const client = createClient(origin, async (request) => {
    const url = new URL(request.url)
    if (url.pathname === "/") return new Response("Home")
    if (url.pathname !== "/authorize") return handle(request)
    const state = url.searchParams.get("state") ?? ""
    const back = new URLSearchParams({ code: key.providerAccountId, state })
    return Response.redirect(`${origin}/auth/callback/acme?${back}`)
  })
  await client.submit("/auth/signin/acme")
  expect(client.token(), "signed in").toBeDefined()
}

const signInAndSaveTokens = ({ open, key, user }: TokenWorld): Promise<void> =>
  open().saveTokens({
    ...key,
    ...{ userId: user.id, access_token: key.providerAccountId, token_type: "bearer" },
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  })

describeStorages(provider, (openWorld) => {
  describe.each([
    ["mortise/auth", signInWithMortise],
    ["Auth.js", signInWithAuthJs],
    ["saveTokens", signInAndSaveTokens],
  ])("a sign-in through %s that returns no refresh token", (_, signIn) => {
    const newToken = ({ key }: TokenWorld) => ({ ok: true, accessToken: key.providerAccountId })

    test("does not bring back a refresh token whose answer was lost", async () => {
      const world = await openWorld()
      provider.breakNext("answer lost")
      const lost = { ok: false, reason: "refresh_answer_lost" }
      expect(await world.open().get(world.which)).toEqual(lost)
      await signIn(world)
      expect(await world.open().get(world.which)).toMatchObject(newToken(world))
      world.travel(3600)
      expect(await world.open().get(world.which)).toEqual(lost)
      expect(provider.sent).toEqual([world.refresh])
      expect(provider.alarms).toEqual([])
      expect(world.events.filter(({ type }) => type === "sign_in_needed")).toHaveLength(1)
    })

    test("does not bring back a refresh token that a process sent before it died", async () => {
      const world = await openWorld()
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const dead = world.open().get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      await signIn(world)
      world.travel(3600)
      const lost = { ok: false, reason: "refresh_answer_lost" }
      expect(await world.open().get(world.which)).toEqual(lost)
      expect(provider.sent).toEqual([world.refresh])
      release()
      await dead
    })

    test("does not bring back a refresh token that was refused", async () => {
      const world = await openWorld({ refreshToken: "dead" })
      const refused = { ok: false, reason: "refresh_token_refused" }
      expect(await world.open().get(world.which)).toEqual(refused)
      await signIn(world)
      expect(await world.open().get(world.which)).toMatchObject(newToken(world))
      world.travel(3600)
      expect(await world.open().get(world.which)).toEqual(refused)
      expect(provider.sent).toEqual(["dead"])
    })

    test("keeps a refresh token that was not used, and the next refresh uses it", async () => {
      const world = await openWorld()
      provider.breakNext({ answer: { access_token: "first", token_type: "bearer", expires_in: 60 } })
      expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "first" })
      await signIn(world)
      world.travel(3600)
      const results = await Promise.all(Array.from({ length: 8 }, () => world.open().get(world.which)))
      const stored = await world.account()
      expect(results).toEqual(Array(8).fill(expect.objectContaining({ accessToken: stored?.access_token })))
      expect(provider.sent).toEqual([world.refresh, world.refresh])
      expect(provider.alarms).toEqual([])
    })
  })
})
