import { once } from "node:events"
import { createServer, request } from "node:http"
import express from "express"
import { Hono } from "hono"
import { cors } from "hono/cors"
import { describe, expect, test, vi } from "vitest"
import { authForExpress } from "../../../src/auth/express/index.ts"
import { authForHono } from "../../../src/auth/hono/index.ts"
import { authRoutes, cookieHeaders } from "../../../src/auth/index.ts"
import { authForNext } from "../../../src/auth/next/index.ts"
import { authForNode } from "../../../src/auth/node/index.ts"
import { authForSvelteKit } from "../../../src/auth/sveltekit/index.ts"
import { memory } from "../support/backends.ts"
import type { Browser } from "../support/browser.ts"
import { DAY } from "../support/clock.ts"
import { portOf } from "../support/port-of.ts"
import { openWorld, outage } from "../support/world.ts"
import { openRoutes } from "./open-routes.ts"

test("a method that the Fetch API does not have is refused, and the server goes on", async () => {
  const { auth, reasons } = await openRoutes()
  const { routes } = authForNode(auth)
  const port = await portOf(createServer((message, response) => void routes(message, response)))
  for (const path of ["/auth/email", "/auth/session"]) {
    const sent = request({ port, path, method: "TRACE" }).end()
    const [response] = await once(sent, "response")
    response.resume()
    expect(response.statusCode).toBe(path === "/auth/email" ? 400 : 405)
  }
  expect(reasons()).toEqual(["malformed", "wrong_method"])
})

describe("the address of the client", () => {
  const limit = { email: { sendLink: () => {}, clientLimit: { max: 1, perSeconds: 60 } } }
  const ask = (browser: Browser, name: string) =>
    browser.request("/auth/email", { form: { email: `${name}@example.com` } })

  test.each([
    ["counts mails of one network", "203.0.113.5", 429],
    ["is not used if it is that of a proxy", "::ffff:10.0.0.3", 200],
    ["may be unknown", undefined, 200],
  ])("%s: %s", async (_, clientAddress, status) => {
    const { routes, openBrowser } = await openRoutes(limit)
    expect((await routes(ask(openBrowser(), "ada"), { clientAddress })).status).toBe(200)
    expect((await routes(ask(openBrowser(), "bob"), { clientAddress })).status).toBe(status)
  })

  test("comes from the option of createAuth, if there is one", async () => {
    const { routes, openBrowser } = await openRoutes({ ...limit, clientAddress: () => undefined })
    const context = { clientAddress: "203.0.113.5" }
    expect((await routes(ask(openBrowser(), "ada"), context)).status).toBe(200)
    expect((await routes(ask(openBrowser(), "bob"), context)).status).toBe(200)
  })

  test("comes from Express, which knows the proxies that it trusts", async () => {
    const { auth, openBrowser } = await openRoutes(limit)
    const app = express().set("trust proxy", 1).use(authForExpress(auth).routes)
    const port = await portOf(createServer(app))
    const send = async (name: string, address: string) => {
      const { method, headers, body } = ask(openBrowser(), name)
      const sent = new Headers(headers)
      // A client can send a first entry. The proxy appends the second one.
      sent.set("x-forwarded-for", `192.0.2.9, ${address}`)
      const init = { method, headers: sent, body, duplex: "half" } as RequestInit
      return (await fetch(`http://127.0.0.1:${port}/auth/email`, init)).status
    }
    expect(await send("ada", "203.0.113.5")).toBe(200)
    expect(await send("bob", "203.0.113.5")).toBe(429)
    expect(await send("bob", "203.0.113.6")).toBe(200)
  })

  test("comes from the runtime in Hono on Node, and from the adapter in SvelteKit", async () => {
    const { auth, openBrowser } = await openRoutes(limit)
    const { routes } = authForHono(auth)
    const env = { incoming: { socket: { remoteAddress: "203.0.113.5" } } }
    const context = (name: string) => ({ req: { raw: ask(openBrowser(), name) }, env, header: () => {} })
    expect((await routes(context("ada"))).status).toBe(200)
    expect((await routes(context("bob"))).status).toBe(429)
    const handle = authForSvelteKit(auth)
    const request = ask(openBrowser(), "eve")
    const event = { request, url: new URL(request.url), locals: {}, getClientAddress: () => "203.0.113.5" }
    expect((await handle({ event, resolve: () => new Response() })).status).toBe(429)
  })
})

describe("a cookie that is renewed undoes no sign-in", () => {
  /** Ada's session is due for renewal, and her browser opens a link that signs Bob in. */
  const openLink = async () => {
    const world = await openWorld(memory.open)
    const { browser } = await world.signIn("ada@example.com")
    world.clock.advance(DAY)
    browser.keep(await world.auth.email.request(browser.post(), { email: "bob@example.com" }))
    const request = browser.request("/auth/confirm", { form: world.lastLink().fields })
    const userAfter = async (cookies: readonly string[]) => {
      browser.jar.store(cookies)
      return (await world.auth.sessions.read(browser.request())).user?.email
    }
    return { world, browser, request, userAfter }
  }

  test("in Hono, whose cors replaces the cookies of a response with those of the context", async () => {
    const { world, request, userAfter } = await openLink()
    const { routes, session } = authForHono(world.auth)
    const app = new Hono().use(cors()).use(async (context, next) => {
      await session(context)
      await next()
    })
    app.all("/auth/*", routes)
    expect(await userAfter((await app.fetch(request)).headers.getSetCookie())).toBe("bob@example.com")
  })

  test("in SvelteKit, in a handler of the application", async () => {
    const { world, request, userAfter } = await openLink()
    const locals = {} as { session: () => Promise<unknown> }
    const event = { request, url: new URL("/own", request.url), locals, getClientAddress: () => "" }
    const response = await authForSvelteKit(world.auth)({
      event,
      async resolve() {
        await locals.session()
        return new Response(null, {
          headers: cookieHeaders((await world.auth.email.follow(request)).cookies),
        })
      },
    })
    expect(await userAfter(response.headers.getSetCookie())).toBe("bob@example.com")
  })

  test("and in Express, a store failure changes no cookie", async () => {
    const { world, browser } = await openLink()
    const { routes, session } = authForExpress(world.auth, { onError: () => {} })
    const app = express().use(async (incoming, outgoing, next) => {
      await session(incoming, outgoing)
      world.disturb(() => {
        throw outage()
      })
      next()
    })
    const port = await portOf(createServer(app.use(routes)))
    const headers = { cookie: browser.jar.header() }
    const response = await fetch(`http://127.0.0.1:${port}/auth/session`, { headers })
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
  })
})

test("in Express, a body that a parser has read is a refusal at worst", async () => {
  const { auth } = await openRoutes()
  const app = express().use(
    express.json(),
    express.urlencoded({ extended: true }),
    authForExpress(auth).routes,
  )
  const port = await portOf(createServer(app))
  const post = async (type: string, body: string) => {
    const init = { method: "POST", headers: { "content-type": type }, body }
    return (await fetch(`http://127.0.0.1:${port}/auth/email`, init)).status
  }
  expect(await post("Application/JSON", JSON.stringify({ email: "ada@example.com" }))).toBe(200)
  expect(await post("application/x-www-form-urlencoded", "email[toString]=x")).toBe(400)
  const deep = `{"email":${"[".repeat(20_000)}${"]".repeat(20_000)}}`
  expect(await post("application/json", deep), "SEC-T12").toBe(400)
})

test("callbacks that throw or reject: the response is sent, with its cookies", async () => {
  const world = await openWorld(memory.open)
  const errors: unknown[] = []
  const page = () => {
    throw new Error("no template")
  }
  const routes = authRoutes(world.auth, { page, onError: (error) => errors.push(error) })
  const response = await routes(world.openBrowser().request("/auth/x", { headers: { accept: "text/html" } }))
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("no such page")])
  expect(errors).toEqual([new Error("no template")])
  const { browser } = await world.signIn("ada@example.com")
  world.disturb(() => {
    throw outage()
  })
  const printed = vi.spyOn(console, "error").mockImplementation(() => {})
  for (const onError of [page, () => Promise.reject(new Error("no log"))])
    expect((await authRoutes(world.auth, { onError })(browser.request("/auth/session"))).status).toBe(503)
  await expect.poll(() => printed.mock.calls.length).toBe(2)
  printed.mockRestore()
})

describe("in Next.js", () => {
  test("`renew` sets the cookie for pages only, and survives a failure of the store", async () => {
    const world = await openWorld(memory.open)
    const { browser } = await world.signIn("ada@example.com")
    world.clock.advance(DAY)
    const { renew, session } = authForNext(world.auth)
    const cookiesOf = async (request: Request) =>
      (await renew(request, new Response())).headers.getSetCookie().length
    expect(await cookiesOf(browser.request("/auth/session")), "the route renews it").toBe(0)
    expect(await cookiesOf(browser.post()), "an action may sign out").toBe(0)
    world.disturb(() => {
      throw outage()
    })
    expect(await cookiesOf(browser.request("/"))).toBe(0)
    world.disturb()
    expect(await cookiesOf(browser.request("/"))).toBe(1)
    world.clock.advance(DAY)
    const away = await renew(browser.request("/"), Response.redirect("https://app.example/inbox"))
    expect([away.status, away.headers.getSetCookie().length], "its headers are immutable").toEqual([302, 1])
    expect((await session(browser.request("/").headers)).user?.email).toBe("ada@example.com")
  })
})

describe("in SvelteKit", () => {
  test("`locals.session` reads the session once, and the response renews the cookie", async () => {
    const world = await openWorld(memory.open)
    const { browser } = await world.signIn("ada@example.com")
    world.clock.advance(DAY)
    const handle = authForSvelteKit(world.auth)
    const locals = {} as { session: () => Promise<{ user: { email: string | null } | null }> }
    const request = browser.request("/")
    const event = { request, url: new URL(request.url), locals, getClientAddress: () => "" }
    world.takeCalls()
    const response = await handle({
      event,
      async resolve() {
        const [first, second] = await Promise.all([locals.session(), locals.session()])
        expect(first).toBe(second)
        expect(first.user?.email).toBe("ada@example.com")
        // A response from elsewhere, whose headers cannot be changed.
        return Response.redirect("https://app.example/inbox")
      },
    })
    expect(world.takeCalls().filter((name) => name === "getSessionAndUser")).toHaveLength(1)
    expect([response.status, response.headers.getSetCookie().length]).toEqual([302, 1])
    const untouched = await handle({ event, resolve: () => new Response("page") })
    expect(untouched.headers.getSetCookie()).toEqual([])
  })
})
