import { readdirSync, readFileSync } from "node:fs"
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import express from "express"
import { type Context, Hono } from "hono"
import { describe, expect, test } from "vitest"
import { authForExpress } from "../../../src/auth/express/index.ts"
import { authForHono } from "../../../src/auth/hono/index.ts"
import { cookieHeaders } from "../../../src/auth/index.ts"
import { authForNext } from "../../../src/auth/next/index.ts"
import { authForNode, sendResponse } from "../../../src/auth/node/index.ts"
import { authForSvelteKit } from "../../../src/auth/sveltekit/index.ts"
import { memory } from "../support/backends.ts"
import { DAY } from "../support/clock.ts"
import { portOf } from "../support/port-of.ts"
import { openWorld } from "../support/world.ts"

/** What applications and frameworks say when a shared cache may store a page. */
const shared = {
  "Cache-Control": "public, max-age=60, s-maxage=31536000",
  Expires: "Fri, 01 Jan 2100 00:00:00 GMT",
  "Surrogate-Control": "max-age=60",
  "CDN-Cache-Control": "max-age=60",
  "Vercel-CDN-Cache-Control": "max-age=60",
  "Cloudflare-CDN-Cache-Control": "max-age=60",
  "Netlify-CDN-Cache-Control": "public, s-maxage=60",
  "X-Accel-Expires": "60",
}
const cachingOf = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => /control|expires/.test(name))
const onlyPrivate = [["cache-control", "private, no-store"]]

/** Expects a response that renews the cookie of a session, and that no shared cache stores. */
function expectPrivate({ headers }: Response, variant?: string): void {
  expect(headers.getSetCookie(), variant).toEqual([expect.stringMatching(/^__Host-mortise\.session=.+/)])
  expect(cachingOf(headers), variant).toEqual(onlyPrivate)
}

/** Ada, whose session is due for renewal. */
async function openDue() {
  const world = await openWorld(memory.open)
  const { browser } = await world.signIn("ada@example.com")
  world.clock.advance(DAY)
  return { ...world, browser, headers: { cookie: browser.jar.header() } }
}

/** Calls a listener just before the headers are sent, as the package `on-headers` does. */
function onHeaders(response: ServerResponse, listener: () => void): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number) => {
    listener()
    return writeHead(status)
  }
}

/** Sends Ada's cookie to a server. */
async function answerOf(listener: RequestListener, headers: HeadersInit, path = "/"): Promise<Response> {
  return fetch(`http://127.0.0.1:${await portOf(createServer(listener))}${path}`, { headers })
}

describe("SEC-T2 the headers of cookies", () => {
  test("keep the response out of shared caches, and leave one without cookies alone", () => {
    expect(cachingOf(cookieHeaders(["a=1"], shared))).toEqual(onlyPrivate)
    expect(cachingOf(cookieHeaders(["a=1"]))).toEqual(onlyPrivate)
    expect(cookieHeaders([], shared)).toEqual(new Headers(shared))
  })

  test("keep headers whose names are similar", () => {
    const init = { "access-control-max-age": "60", "surrogate-key": "page", "x-dns-prefetch-control": "off" }
    expect([...cookieHeaders(["a=1"], init).keys()]).toEqual(expect.arrayContaining(Object.keys(init)))
  })
})

describe("SEC-T2 a renewed cookie in node:http", () => {
  const pairs = Object.entries(shared)
  test.each<[string, (response: Parameters<RequestListener>[1]) => unknown]>([
    ["setHeader", (response) => pairs.forEach(([name, value]) => void response.setHeader(name, value))],
    ["writeHead", (response) => response.writeHead(200, shared)],
    ["writeHead with a message", (response) => response.writeHead(200, "OK", shared)],
    ["writeHead with a list", (response) => response.writeHead(200, pairs.flat())],
    ["flushHeaders", (response) => void response.setHeaders(new Map(pairs)).flushHeaders()],
  ])("wins over %s", async (_, allowCaching) => {
    const { auth, headers } = await openDue()
    const { session } = authForNode(auth)
    const listener: RequestListener = async (request, response) => {
      response.setHeaders(new Map(pairs))
      await session(request, response)
      allowCaching(response)
      response.end("page")
    }
    expectPrivate(await answerOf(listener, headers))
  })

  test("is the only reason: without one, the application decides", async () => {
    const { auth } = await openDue()
    const { session } = authForNode(auth)
    const answer = await answerOf(async (request, response) => {
      await session(request, response)
      response.writeHead(200, shared).end("page")
    }, {})
    expect(answer.headers.get("surrogate-control")).toBe("max-age=60")
    expect(answer.headers.get("cache-control")).toBe(shared["Cache-Control"])
  })

  test("is left out of a response whose headers were sent, and the session is read", async () => {
    const { auth, headers } = await openDue()
    const { session } = authForNode(auth)
    const answer = await answerOf(async (request, response) => {
      response.write("Hello ")
      response.end((await session(request, response)).user?.email)
    }, headers)
    expect([answer.headers.getSetCookie(), await answer.text()]).toEqual([[], "Hello ada@example.com"])
  })

  test("is private in a response that sendResponse sends", async () => {
    const headers = new Headers({ ...shared, "set-cookie": "a=1" })
    const answer = await answerOf((_, outgoing) => {
      outgoing.setHeader("Edge-Control", "max-age=60")
      void sendResponse(new Response("page", { headers }), outgoing)
    }, {})
    expect(cachingOf(answer.headers)).toEqual(onlyPrivate)
  })
})

test.each(["/", "/auth/session"])(
  "SEC-T2 a renewed cookie in Express wins over middleware at %s",
  async (path) => {
    const { auth, headers } = await openDue()
    const { routes, session } = authForExpress(auth)
    const app = express().use((_request, response, next) => {
      response.set(shared)
      next()
    })
    app.use(routes).get("/", async (request, response) => {
      await session(request, response)
      response.set(shared).send("page")
    })
    expectPrivate(await answerOf(app, headers, path))
  },
)

test("SEC-T2 a renewed cookie in Express wins over middleware that waits for the headers", async () => {
  const { auth, headers } = await openDue()
  const { session } = authForExpress(auth)
  const app = express().use((_request, response, next) => {
    onHeaders(response, () => void response.set({ ...shared, "x-listener": "called" }))
    next()
  })
  app.get("/", async (request, response) => {
    await session(request, response)
    response.send("page")
  })
  const answer = await answerOf(app, headers)
  expectPrivate(answer)
  expect(answer.headers.get("x-listener")).toBe("called")
})

describe("SEC-T2 a renewed cookie in Hono", () => {
  const pages: Readonly<Record<string, (context: Context) => Response | Promise<Response>>> = {
    text: (context) => context.text("page", 200, shared),
    body: (context) => context.body("page", { headers: shared }),
    html: (context) => context.html(Promise.resolve("page"), 200, shared),
    json: (context) => context.json({}, 200, shared),
    newResponse: (context) => context.newResponse("page", 200, shared),
    redirect: (context) => {
      context.header("cache-control", "public")
      return context.redirect("/away")
    },
  }

  test.each(Object.entries(pages))("wins over a handler with %s", async (_, page) => {
    const { auth, browser } = await openDue()
    const { session } = authForHono(auth)
    const app = new Hono().get("/", async (context) => {
      context.header("cdn-cache-control", "max-age=60")
      await session(context)
      context.header("surrogate-control", "max-age=60")
      return page(context)
    })
    expectPrivate(await app.fetch(browser.request("/")))
  })

  test.each(["before", "after"])("wins over middleware %s the handler", async (when) => {
    const { auth, browser } = await openDue()
    const { session } = authForHono(auth)
    const app = new Hono().use(async (context, next) => {
      if (when === "after") await next()
      for (const [name, value] of Object.entries(shared)) context.res.headers.set(name, value)
      context.header("x-accel-expires", "60")
      if (when === "before") await next()
    })
    app.get("/", async (context) => {
      await session(context)
      return context.text("page")
    })
    expectPrivate(await app.fetch(browser.request("/")))
  })

  test("is private in the routes too, whatever a middleware says", async () => {
    const { auth, browser } = await openDue()
    const app = new Hono().use(async (context, next) => {
      await next()
      for (const [name, value] of Object.entries(shared)) context.header(name, value)
    })
    app.all("/auth/*", authForHono(auth).routes)
    expectPrivate(await app.fetch(browser.request("/auth/session")))
  })

  test("leaves a response without a cookie alone", async () => {
    const { auth, openBrowser } = await openDue()
    const { session } = authForHono(auth)
    const app = new Hono().get("/", async (context) => {
      await session(context)
      return context.text("page", 200, shared)
    })
    const { headers } = await app.fetch(openBrowser().request("/"))
    expect(headers.get("cache-control")).toBe(shared["Cache-Control"])
  })
})

test("SEC-T2 a renewed cookie in SvelteKit wins over what a page says", async () => {
  const { auth, browser } = await openDue()
  const request = browser.request("/")
  const locals = {} as { session: () => Promise<unknown> }
  const event = { request, url: new URL(request.url), locals, getClientAddress: () => "" }
  const response = await authForSvelteKit(auth)({
    event,
    async resolve() {
      await locals.session()
      return new Response("page", { headers: shared })
    },
  })
  expectPrivate(response)
})

test("SEC-T2 documented and generated code adds cookies to private responses only", () => {
  const root = new URL("../../../../../", import.meta.url)
  const files = ["docs", "examples", "packages/mortise/templates"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:md|ts)$/.test(file) && !file.includes("node_modules"))
      .map((file) => `${folder}/${file}`),
  )
  const blocks = files.flatMap((file) => {
    const text = readFileSync(new URL(file, root), "utf8")
    return (file.endsWith(".md") ? [...text.matchAll(/^ *```ts.*?^ *```/gms)].flat() : [text]).map(
      (block) => [file, block] as const,
    )
  })
  // Auth.js adds cookies to the responses of a proxy.
  const adding = blocks.filter(([, block]) => /["']set-cookie["']|proxy = auth\(/.test(block))
  expect(adding.length).toBeGreaterThan(3)
  for (const [file, block] of adding) expect(block, file).toContain('"private, no-store"')
})

describe("SEC-T2 a renewed cookie in Next.js", () => {
  test.each([
    ["a response of the proxy", () => new Response("page", { headers: shared })],
    ["a response whose headers cannot be changed", () => Response.redirect("https://app.example/inbox")],
  ])("keeps %s out of shared caches", async (_, respond) => {
    const { auth, browser } = await openDue()
    expectPrivate(await authForNext(auth).renew(browser.request("/"), respond()))
  })

  test.each(["x-middleware-next", "x-middleware-rewrite"])(
    "replaces what the page will say, with %s",
    async (name) => {
      const { auth, browser } = await openDue()
      const forwarded = new Response(null, { headers: { ...shared, [name]: "/account" } })
      const { headers } = await authForNext(auth).renew(browser.request("/"), forwarded)
      expect(headers.getSetCookie()).toHaveLength(1)
      expect(headers.get("vary")).toBe("*")
      expect(new Set(cachingOf(headers).map(([, value]) => value))).toEqual(new Set(["private, no-store"]))
      expect([...headers.keys()]).toContain("cdn-cache-control")
    },
  )

  test("in a route is kept from caches even if next.config replaces cache-control", async () => {
    const { auth, browser } = await openDue()
    const { headers } = await authForNext(auth).GET(browser.request("/auth/session"))
    expect(headers.getSetCookie()).toHaveLength(1)
    expect(headers.get("vary")).toBe("*")
    expect(new Set(cachingOf(headers).map(([, value]) => value))).toEqual(new Set(["private, no-store"]))
  })

  test("is not added if another server answers, whose headers replace all others", async () => {
    const { auth, browser } = await openDue()
    const { renew } = authForNext(auth)
    const rewritten = (to: string) => new Response(null, { headers: { "x-middleware-rewrite": to } })
    const away = await renew(browser.request("/"), rewritten("https://blog.example/"))
    expect([...away.headers.keys()]).toEqual(["x-middleware-rewrite"])
    const here = await renew(browser.request("/"), rewritten("https://app.example/account"))
    expect(here.headers.getSetCookie(), "still due").toHaveLength(1)
  })
})
