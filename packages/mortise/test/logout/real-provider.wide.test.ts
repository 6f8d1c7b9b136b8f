import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { Auth } from "@auth/core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { createClient } from "../../../workshop/src/sign-in/client.ts"
import { type IdentityProvider, startIdentityProvider } from "../../../workshop/src/sign-in/oidc-provider.ts"
import { authRoutes, type SessionStrategy } from "../../src/auth/index.ts"
import { extras } from "../../src/index.ts"
import { type Connected, newDatabase, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { authJsLogout, mortiseApp, origin } from "./support/logout-app.ts"

const server = openForTests(pg.serve)
let database: Connected
let other: ChildProcess
let port: number
beforeAll(async () => {
  const url = await newDatabase(pg, server)
  database = pg.connect(url)
  port = await freePort()
  const program = new URL("./support/logout-process.ts", import.meta.url)
  other = fork(program, [url, String(port)], { execArgv: ["--import", "tsx"] })
  await once(other, "message")
})
afterAll(async () => {
  other?.kill()
  await database?.close()
})

type Client = ReturnType<typeof createClient>

/** A provider that calls the other process, which serves this application. */
async function startProvider(app: SessionStrategy | "authjs"): Promise<IdentityProvider> {
  const path = app === "authjs" ? "/logout" : "/auth/backchannel-logout/acme"
  const identity = await startIdentityProvider({
    people: { ada: { name: "Ada" }, grace: { name: "Grace" } },
    redirectUris: [`${origin}/auth/callback/acme`],
    logout: {
      backChannelUri: `http://127.0.0.1:${port}${path}`,
      redirectUris: [`${origin}/auth/signed-out/acme`, `${origin}/bye`],
      idTokenSeconds: 1,
    },
  })
  onTestFinished(() => identity.close())
  const ready = once(other, "message")
  const { issuer, clientId, clientSecret } = identity
  other.send({ app, identity: { issuer, clientId, clientSecret } })
  await ready
  return identity
}

/** Answers yes to the question of the provider. */
async function confirmAt(client: Client, url: string) {
  const { text } = await client.visit(url)
  const [, action = ""] = /action="([^"]+)"/.exec(text) ?? []
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(text) ?? []
  return client.visit(action, { xsrf, logout: "yes" })
}

const signOutAt = ({ issuer }: IdentityProvider, client: Client) => confirmAt(client, `${issuer}/session/end`)

type App = {
  readonly identity: IdentityProvider
  signIn(login: string): Promise<Client>
  /** Whether each client is signed in. */
  areIn(...clients: Client[]): Promise<boolean[]>
}

/** Ada signs in twice and Grace once; Ada signs out at the provider, on her desk. Returns who is still signed in. */
async function signedInAfterLogout({ identity, signIn, areIn }: App) {
  const clients = [await signIn("ada"), await signIn("ada"), await signIn("grace")] as const
  expect(await areIn(...clients)).toEqual([true, true, true])
  expect((await signOutAt(identity, clients[0])).status).toBe(200)
  expect(identity.logouts).toEqual(["success"])
  const [desk, phone, grace] = await areIn(...clients)
  return { desk, phone, grace }
}

describe.each(["database", "jwt"] as const)("mortise/auth with %s", (strategy) => {
  async function openApp() {
    const identity = await startProvider(strategy)
    const adapter = database.adapter()
    const auth = mortiseApp(adapter, identity, strategy)
    const routes = authRoutes(auth)
    const openClient = () => createClient(origin, routes)
    return {
      identity,
      adapter,
      async signIn(login: string) {
        const client = openClient()
        const { url } = JSON.parse((await client.visit("/auth/oauth/acme")).text)
        const back = await client.visit((await client.visit(url)).url, { login })
        expect(JSON.parse(back.text)).toMatchObject({ ok: true })
        return client
      },
      areIn: (...clients: Client[]) =>
        Promise.all(
          clients.map(async (client) => JSON.parse((await client.visit("/auth/session")).text).user !== null),
        ),
    }
  }

  test("SEC-H3: a sign-out at the provider ends the session in another process, and no other", async () => {
    expect(await signedInAfterLogout(await openApp())).toEqual({ desk: false, phone: true, grace: true })
  })

  test("SEC-H1: a sign-out here continues at the provider, although the id token has expired", async () => {
    const app = await openApp()
    const client = await app.signIn("ada")
    const { user } = JSON.parse((await client.visit("/auth/session")).text)
    const accounts = (await extras(app.adapter)?.listAccounts?.(user.id)) ?? []
    const [, claims = ""] = String(accounts.at(-1)?.id_token).split(".")
    const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString())
    await expect.poll(() => Date.now() / 1000, { timeout: 5000 }).toBeGreaterThan(exp + 1)
    const { url } = JSON.parse((await client.visit("/auth/sign-out", { returnTo: "/bye" })).text)
    expect(await app.areIn(client), "before the provider is asked").toEqual([false])
    expect(new URL(url).searchParams.get("id_token_hint")).toBe(accounts.at(-1)?.id_token)
    const back = await confirmAt(client, url)
    expect(back.path).toMatch(/^\/auth\/signed-out\/acme\?state=/)
    expect(JSON.parse(back.text)).toEqual({ ok: true, returnTo: "/bye" })
    const again = JSON.parse((await client.visit("/auth/oauth/acme")).text)
    expect((await client.visit(again.url)).text, "the provider asks again").toBe("Who are you?")
  })
})

describe.each(["database", "jwt"] as const)("Auth.js with %s", (strategy) => {
  async function openApp() {
    const identity = await startProvider("authjs")
    const { issuer, clientId, clientSecret } = identity
    const adapter = database.adapter()
    const logout = authJsLogout(adapter, identity)
    const handle = (request: Request) =>
      new URL(request.url).pathname === "/bye"
        ? Promise.resolve(new Response("Bye"))
        : Auth(request, {
            adapter,
            ...{ basePath: "/auth", secret: "a secret that only tests know", trustHost: true },
            session: { strategy },
            providers: [{ id: "acme", name: "Acme", type: "oidc", issuer, clientId, clientSecret }],
            callbacks: { jwt: logout.jwt },
            events: { signIn: logout.signIn },
            logger: { error() {}, warn() {}, debug() {} },
          })
    return {
      identity,
      adapter,
      logout,
      async signIn(login: string) {
        const client = createClient(origin, handle)
        await client.signInWith("acme", login)
        return client
      },
      areIn: (...clients: Client[]) =>
        Promise.all(clients.map(async (client) => (await client.session()) !== null)),
    }
  }

  test("SEC-H3: a sign-out at the provider ends the session in another process", async () => {
    // Auth.js does not say which stored session a sign-in has made.
    const phone = strategy === "jwt"
    expect(await signedInAfterLogout(await openApp())).toEqual({ desk: false, phone, grace: true })
  })

  test("SEC-H1: the URL signs out at the provider, with the stored id token", async () => {
    const app = await openApp()
    const client = await app.signIn("grace")
    const user = await app.adapter.getUserByAccount({ provider: "acme", providerAccountId: "grace" })
    await client.signOut()
    expect(await app.areIn(client)).toEqual([false])
    const which = { provider: "acme", userId: user?.id, postLogoutRedirectUri: `${origin}/bye`, state: "s" }
    const url = await app.logout.endSessionUrl(which)
    expect(url).toContain("id_token_hint=")
    expect((await confirmAt(client, url ?? "")).path).toBe("/bye?state=s")
  })
})
