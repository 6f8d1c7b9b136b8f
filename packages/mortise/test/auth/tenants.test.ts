import { afterAll, expect, test } from "vitest"
import { createCore } from "../../src/auth/core/core.ts"
import { type AuthEvent, authRoutes, createAuth, type SessionStrategy } from "../../src/auth/index.ts"
import { createSessionJwt } from "../../src/auth/sessions/jwt/session-jwt.ts"
import { upkeep } from "../../src/index.ts"
import { hashedSessions, split } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openBrowser } from "./support/browser.ts"
import { startToyProvider } from "./support/toy-provider.ts"
import { toyAnswer, toyWebAuthn } from "./support/toy-webauthn.ts"

const toy = await startToyProvider()
afterAll(toy.close)
const secret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"
const hosts: Readonly<Record<string, string>> = {
  "acme.app.example": "acme",
  "acme-2.app.example": "acme-2",
  "broken.app.example": "Broken!",
}
const strategies: readonly SessionStrategy[] = ["jwt", "database"]

type Changes = { readonly strategy?: SessionStrategy; readonly origin?: string }

/** An application with two tenants by host name, and a browser at each of them. */
function openApp({ strategy = "database", origin }: Changes = {}) {
  const forTenant = memoryAdapter({ tenants: true })
  const mails: string[] = []
  const events: AuthEvent[] = []
  const auth = createAuth({
    adapter: forTenant,
    tenant: async ({ headers }) => hosts[headers.get("host") ?? ""] ?? null,
    origin: origin ?? ((tenant) => `https://${tenant}.app.example`),
    secret,
    session: { strategy },
    email: { sendLink: ({ link }) => void mails.push(link) },
    providers: [toy.provider],
    passkeys: { name: "App", webauthn: toyWebAuthn },
    onEvent: (event) => void events.push(event),
    onWarning: false,
  })
  const open = (tenant: string) => {
    const host = `${tenant}.app.example`
    const browser = openBrowser(origin ?? `https://${host}`)
    const { request, jar } = browser
    const visit: typeof request = (path, sent) =>
      request(path, { ...sent, headers: { host, ...sent?.headers } })
    return {
      ...browser,
      request: visit,
      user: async () => (await auth.sessions.read(visit())).user?.email,
      /** Holds the cookies of another browser, under the names that they have at this tenant. */
      steal: ({ jar: from, tenant: other }: { jar: typeof jar; tenant: string }) => {
        const cookies = from.header().replaceAll(`.${other}.`, `.${tenant}.`).split("; ")
        jar.store(cookies.map((cookie) => `${cookie}; Path=/; Max-Age=1000`))
      },
      tenant,
    }
  }
  const requestLink = async (browser: ReturnType<typeof open>, email = "ada@example.com") => {
    const request = browser.request("/", { form: {}, method: "POST" })
    browser.keep(await auth.email.request(request, { email }))
    return new URL(mails.at(-1) ?? "")
  }
  const follow = async (browser: ReturnType<typeof open>, link: URL) => {
    const page = auth.email.peek({ url: link.href })
    if (!page.ok) throw new Error(page.reason)
    return browser.keep(await auth.email.follow(browser.request("/", { form: page.fields })))
  }
  const [acme, other] = [open("acme"), open("acme-2")]
  return { auth, forTenant, acme, other, mails, events, requestLink, follow }
}

test.each(strategies)("one browser is signed in to two tenants, as different users: %s", async (strategy) => {
  const { auth, acme, other, requestLink, follow } = openApp({ strategy })
  const signedIn = await follow(acme, await requestLink(acme))
  expect(signedIn).toMatchObject({ ok: true, isNewUser: true })
  other.steal({ ...acme, tenant: "nobody" })
  expect(await acme.user()).toBe("ada@example.com")
  expect(await other.user()).toBeUndefined()
  await follow(other, await requestLink(other, "grace@example.com"))
  expect(await other.user()).toBe("grace@example.com")
  await auth.sessions.signOut(other.request("/", { method: "POST" }))
  expect(await acme.user()).toBe("ada@example.com")
})

test("two tenants with one origin have cookies of their own", async () => {
  const { acme, other, requestLink, follow } = openApp({ origin: "https://app.example" })
  await follow(acme, await requestLink(acme))
  other.jar.store(acme.jar.header().split("; "))
  await follow(other, await requestLink(other, "grace@example.com"))
  acme.jar.store(other.jar.header().split("; "))
  expect(await acme.user()).toBe("ada@example.com")
  expect(await other.user()).toBe("grace@example.com")
})

test.each(strategies)("a session cookie of one tenant is none at another: %s", async (strategy) => {
  const { forTenant, acme, other, requestLink, follow } = openApp({ strategy })
  await follow(acme, await requestLink(acme))
  // The same user, with the same id, exists at both.
  const [user] = (await upkeep(forTenant("acme")).page("user")).rows
  await forTenant("acme-2").createUser({ ...user, id: String(user?.id), email: "ada@example.com" })
  other.steal(acme)
  expect(other.jar.header()).toContain("__Host-mortise.acme-2.session=")
  expect(await other.user()).toBeUndefined()
})

test("a token contains its tenant, which is compared even if the key is the same", async () => {
  const settings = { secret, origin: "https://app.example", email: { sendLink: () => {} } }
  const cores = ["acme", "acme-2"].map((tenant) =>
    createCore({ ...settings, adapter: memoryAdapter() }, tenant),
  )
  const [acme, other] = cores as [(typeof cores)[0], (typeof cores)[0]]
  const claims = {
    userId: "1",
    handle: "h",
    issuedAt: 1,
    expires: Date.now() + 60_000,
    end: 2,
    generation: null,
  }
  const token = await createSessionJwt(acme).encrypt({ ...claims, user: {} as never })
  expect(await createSessionJwt(acme).decrypt(token)).toMatchObject({ userId: "1" })
  expect(await createSessionJwt(other).decrypt(token)).toBeNull()
  expect(await createSessionJwt({ ...other, keys: acme.keys }).decrypt(token)).toBeNull()
  expect(await createSessionJwt({ ...acme, tenant: undefined }).decrypt(token)).toBeNull()
})

test("a link of one tenant is refused at another, and stays valid at its own", async () => {
  const { acme, other, requestLink, follow } = openApp()
  const link = await requestLink(acme)
  expect(link.host).toBe("acme.app.example")
  await requestLink(other)
  other.steal(acme)
  expect(await follow(other, link)).toMatchObject({ ok: false, reason: "invalid_link" })
  expect(await follow(acme, link)).toMatchObject({ ok: true })
})

test("a passkey challenge and a passkey of one tenant are refused at another", async () => {
  const { auth, acme, other } = openApp()
  const register = async (browser: typeof acme, at: typeof acme) => {
    const begun = browser.keep(await auth.passkeys.registrationOptions(browser.request(), { name: "Ada" }))
    if (!begun.ok) throw new Error(begun.reason)
    if (at !== browser) at.steal(browser)
    return at.keep(
      await auth.passkeys.verifyRegistration(at.request("/", { json: toyAnswer(begun.options, "key", 0) })),
    )
  }
  expect(await register(acme, other)).toMatchObject({ ok: false, reason: "challenge" })
  expect(await register(acme, acme)).toMatchObject({ ok: true })

  const authenticate = async (browser: typeof acme, at: typeof acme) => {
    const { options } = browser.keep(await auth.passkeys.authenticationOptions(browser.request()))
    if (at !== browser) at.steal(browser)
    return auth.passkeys.verifyAuthentication(at.request("/", { json: toyAnswer(options, "key", 1) }))
  }
  expect(await authenticate(acme, other)).toMatchObject({ ok: false, reason: "challenge" })
  expect(await authenticate(other, other)).toMatchObject({ ok: false, reason: "unknown_passkey" })
  expect(await authenticate(acme, acme)).toMatchObject({ ok: true })
})

test("an OAuth callback of one tenant is refused at another", async () => {
  const { auth, acme, other } = openApp()
  const started = acme.keep(await auth.oauth.start(acme.request(), "toy"))
  if (!started.ok) throw new Error(started.reason)
  const asked = new URL(started.url).searchParams
  expect(asked.get("redirect_uri")).toBe("https://acme.app.example/auth/callback/toy")
  const callback = `/auth/callback/toy?code=ada&state=${asked.get("state")}`
  other.steal(acme)
  expect(await auth.oauth.callback(other.request(callback))).toMatchObject({ ok: false, reason: "state" })
  const signedIn = acme.keep(await auth.oauth.callback(acme.request(callback)))
  expect(signedIn).toMatchObject({ ok: true, isNewUser: true })
})

test.each(["forged.app.example", "broken.app.example", ""])(
  "a request with the host %j is refused",
  async (host) => {
    const { auth, forTenant, events, acme, requestLink, follow } = openApp()
    await follow(acme, await requestLink(acme))
    events.length = 0
    const request = acme.request("/", { headers: { host } })
    await expect(auth.sessions.read(request)).rejects.toMatchObject({ code: "not_found" })
    await expect(auth.passkeys.authenticationOptions(request)).rejects.toThrow("no valid name")

    const routes = authRoutes(auth)
    const url = "https://app.example/auth/session"
    const response = await routes(new Request(url, { headers: { host } }))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ ok: false, reason: "unknown_tenant" })
    expect(events).toEqual([{ type: "refused", flow: "route", reason: "unknown_tenant" }])
    expect(await upkeep(forTenant("forged")).count("user")).toBe(0)
  },
)

test("routes serve the tenant of the request, and events name it", async () => {
  const { auth, events, acme, other, mails, requestLink, follow } = openApp()
  const routes = authRoutes(auth)
  await follow(other, await requestLink(other, "grace@example.com"))
  const response = await routes(acme.request("/auth/email", { form: { email: "ada@example.com" } }))
  expect(response.status).toBe(200)
  expect(new URL(mails.at(-1) ?? "").origin).toBe("https://acme.app.example")
  expect(events.map(({ tenant }) => tenant)).toEqual(["acme-2", "acme-2", "acme-2", "acme-2", "acme"])
  const shown = await routes(other.request("/auth/session"))
  expect(await shown.json()).toMatchObject({ user: { email: "grace@example.com" } })
  const forged = acme.request("/auth/sign-out", {
    method: "POST",
    headers: { origin: "https://acme-2.app.example" },
  })
  expect((await routes(forged)).status).toBe(403)
})

test("a failure of the option `tenant` is a failure, not a request without a tenant", async () => {
  const errors: unknown[] = []
  const auth = createAuth({
    adapter: memoryAdapter({ tenants: true }),
    tenant: async () => Promise.reject(new Error("the directory is down")),
    origin: "https://app.example",
    secret,
  })
  const request = new Request("https://app.example/auth/session")
  await expect(auth.sessions.read(request)).rejects.toThrow("the directory is down")
  const routes = authRoutes(auth, { onError: (error) => errors.push(error) })
  expect((await routes(request)).status).toBe(503)
  expect(errors).toHaveLength(1)
})

test("calls without a request belong to auth.forTenant(name)", async () => {
  const { auth, acme, other, requestLink, follow } = openApp()
  const signedIn = await follow(acme, await requestLink(acme))
  await follow(other, await requestLink(other))
  if (!signedIn.ok) throw new Error(signedIn.reason)
  const { id } = signedIn.user
  await expect(auth.users.delete(id)).rejects.toThrow("call auth.forTenant(name).users.delete")
  await expect(auth.sessions.revokeAll(id)).rejects.toMatchObject({ code: "invalid" })
  await auth.forTenant("acme-2").sessions.revokeAll(id)
  expect(await acme.user()).toBe("ada@example.com")
  await auth.forTenant("acme").sessions.revokeAll(id)
  expect(await acme.user()).toBeUndefined()
  expect(await other.user()).toBe("ada@example.com")
  expect(() => auth.forTenant("Acme")).toThrow("name of a tenant")
  expect(auth.forTenant("acme")).toBe(auth.forTenant("acme"))
  expect(auth.capabilities.limitMails).toBe(true)
})

test("limits, sweeps and single uses are stored in the tenant", async () => {
  const { forTenant, acme, requestLink, follow } = openApp()
  await follow(acme, await requestLink(acme))
  const count = (tenant: string) => upkeep(forTenant(tenant)).count("slot")
  expect(await count("acme")).toBeGreaterThan(2)
  expect([await count("acme-2"), await count("sample")]).toEqual([0, 0])
})

test("wrong setups are refused at the start", () => {
  const settings = { secret, origin: "https://app.example", onWarning: false } as const
  const forTenant = memoryAdapter({ tenants: true })
  const tenant = () => "acme"
  expect(() => createAuth({ ...settings, adapter: forTenant as never })).toThrow("Set the option `tenant`")
  expect(() => createAuth({ ...settings, adapter: memoryAdapter() as never, tenant })).toThrow(
    "`tenants: true`",
  )
  expect(() => createAuth({ ...settings, adapter: () => memoryAdapter(), tenant })).toThrow("`tenants: true`")
  expect(() => createAuth({ ...settings, adapter: forTenant, tenant: "acme" as never })).toThrow(
    "must be a function",
  )
  expect(() => createAuth({ ...settings, adapter: forTenant, tenant, secret: "short" })).toThrow("32 bytes")
  expect(() => createAuth({ ...settings, adapter: forTenant, tenant, sesion: {} } as never)).toThrow(
    "session",
  )
  expect(() => createAuth({ ...settings, adapter: forTenant("acme") })).not.toThrow()
})

test("layers around the function, and split around two functions, keep the tenants apart", async () => {
  const [users, sessions] = [memoryAdapter({ tenants: true }), memoryAdapter({ tenants: true })]
  const adapters = [
    hashedSessions(memoryAdapter({ tenants: true })),
    (name: string) => split({ users: users(name), sessions: sessions(name) }),
  ]
  for (const adapter of adapters) {
    const auth = createAuth({
      adapter,
      tenant: ({ headers }) => headers.get("x-tenant"),
      origin: "https://app.example",
      secret,
      session: { strategy: "database" },
    })
    const { id } = await adapter("acme").createUser({ email: "ada@example.com" })
    const request = (tenant: string, cookie = "") =>
      new Request("https://app.example/", { headers: { "x-tenant": tenant, cookie } })
    const created = await auth.sessions.create(request("acme"), id)
    const cookie = created.cookies[0]?.split(";")[0] ?? ""
    expect((await auth.sessions.read(request("acme", cookie))).user?.id).toBe(id)
    expect((await auth.sessions.read(request("other", cookie.replace("acme", "other")))).user).toBeNull()
    expect(await auth.sessions.create(request("other"), id)).toMatchObject({ reason: "unknown_user" })
  }
})
