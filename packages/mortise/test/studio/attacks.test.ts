import { describe, expect, test } from "vitest"
import { actionNames } from "../../src/cli/studio/api-types.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openStudio, signIn } from "./support/open-studio.ts"
import { createPerson } from "./support/people.ts"

async function open(options: Parameters<typeof openStudio>[1] = {}) {
  const adapter = memoryAdapter()
  await createPerson(adapter, "ada", "ada@example.com")
  return { adapter, studio: await openStudio(adapter, options) }
}

describe("SEC-L1 without the cookie", () => {
  test("neither the page nor the API answers", async () => {
    const { studio } = await open()
    for (const path of [
      "/",
      "/page.js",
      "/page.css",
      "/favicon.ico",
      "/api/overview",
      "/api/users?search=ada",
    ]) {
      const { status, text } = await studio.request("GET", path)
      expect([path, status]).toEqual([path, 401])
      expect(text).not.toContain("ada@")
    }
    const headers = { origin: studio.origin, "content-type": "application/json" }
    for (const action of actionNames)
      expect((await studio.request("POST", `/api/${action}`, headers, '{"userId":"ada"}')).status).toBe(401)
  })

  test("a made-up cookie is refused", async () => {
    const { studio } = await open()
    const { cookie } = await signIn(studio)
    const [name] = cookie.split("=")
    for (const value of ["", "A".repeat(43), `${cookie.split("=")[1]}x`])
      expect((await studio.request("GET", "/api/overview", { cookie: `${name}=${value}` })).status).toBe(401)
    expect((await studio.request("GET", "/api/overview", { cookie: `other=1; ${cookie}` })).status).toBe(200)
  })
})

describe("the link", () => {
  test("is exchanged for a cookie that scripts and other sites cannot use, and leads to a clean address", async () => {
    const { studio } = await open()
    expect(studio.linkPath).toMatch(/^\/open\/[\w-]{43}$/)
    const { status, headers } = await studio.request("GET", studio.linkPath)
    expect([status, headers.location]).toEqual([303, "/"])
    expect(String(headers["set-cookie"])).toMatch(
      /^mortise_studio_[\w-]+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(String(headers["set-cookie"])).not.toContain(studio.linkPath.slice("/open/".length))
  })

  test("works once", async () => {
    const { studio } = await open()
    const { cookie } = await signIn(studio)
    const again = await studio.request("GET", studio.linkPath)
    expect([again.status, again.headers["set-cookie"]]).toEqual([403, undefined])
    expect(again.text).toContain("has been used or has expired")
    // The browser that is signed in may follow it again, for example with the Back button.
    const own = await studio.request("GET", studio.linkPath, { cookie })
    expect([own.status, own.headers["set-cookie"]]).toEqual([303, undefined])
  })

  test("works once for many requests at the same time", async () => {
    const { studio } = await open()
    const all = await Promise.all(Array.from({ length: 8 }, () => studio.request("GET", studio.linkPath)))
    expect(all.filter(({ headers }) => headers["set-cookie"] !== undefined)).toHaveLength(1)
  })

  test("expires after five minutes, and the cookie after twelve hours", async () => {
    let time = 0
    const old = await open({ now: () => time })
    time = 5 * 60 * 1000
    expect((await old.studio.request("GET", old.studio.linkPath)).status).toBe(403)

    time = 0
    const { studio } = await open({ now: () => time })
    time = 5 * 60 * 1000 - 1
    const { cookie } = await signIn(studio)
    time += 12 * 60 * 60 * 1000 - 1
    expect((await studio.request("GET", "/", { cookie })).status).toBe(200)
    time += 1
    expect((await studio.request("GET", "/", { cookie })).status).toBe(401)
  })

  test("is not used up by another token, another method or another studio", async () => {
    const { studio } = await open()
    const other = await open()
    expect((await studio.request("GET", "/open/")).status).toBe(400)
    expect((await studio.request("GET", `/open/${"A".repeat(43)}`)).status).toBe(403)
    expect((await studio.request("GET", other.studio.linkPath)).status).toBe(403)
    for (const method of ["HEAD", "POST"])
      expect((await studio.request(method, studio.linkPath)).status).toBe(405)
    expect((await studio.request("GET", studio.linkPath)).status).toBe(303)
  })

  test("from the page of another site, a document leads on, because a redirect would lose the strict cookie", async () => {
    const { studio } = await open()
    const { status, headers, text } = await studio.request("GET", studio.linkPath, {
      "sec-fetch-site": "cross-site",
    })
    expect([status, headers["set-cookie"]?.length]).toEqual([200, 1])
    expect(text).toContain('http-equiv="refresh" content="0; url=/"')
  })
})

describe("SEC-L1 a signed-in browser that another site uses", () => {
  test.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8788", "10.0.0.1"])(
    "a foreign Host is refused: %s",
    async (host) => {
      const { studio } = await open()
      const { cookie } = await signIn(studio)
      expect((await studio.request("GET", "/api/users", { cookie, host })).status).toBe(421)
      expect((await studio.request("GET", studio.linkPath, { host })).status).toBe(421)
    },
  )

  test.each(["cross-site", "same-site", "none"])("Sec-Fetch-Site %s is refused", async (site) => {
    const { studio, adapter } = await open()
    const { cookie, headers } = await signIn(studio)
    const fetched = { "sec-fetch-site": site }
    expect((await studio.request("GET", "/api/users", { cookie, ...fetched })).status).toBe(403)
    const { status } = await studio.request(
      "POST",
      "/api/sign-out-everywhere",
      { ...headers, ...fetched },
      '{"userId":"ada"}',
    )
    expect(status).toBe(403)
    expect(await adapter.getSessionAndUser("session-canary-ada-1")).not.toBeNull()
  })

  test.each([
    ["a foreign Origin", { origin: "http://evil.example" }, 403],
    ["the Origin of another port", { origin: "http://127.0.0.1:1" }, 403],
    ["the Origin null of a sandboxed frame", { origin: "null" }, 403],
    ["no Origin", { origin: undefined }, 403],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["a form of plain text", { "content-type": "text/plain" }, 415],
    ["a form with files", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["no content type", { "content-type": undefined }, 415],
  ])("a write with %s is refused", async (_, changed, expected) => {
    const { studio, adapter } = await open()
    const { headers } = await signIn(studio)
    const entries = Object.entries({ ...headers, ...changed }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    for (const action of actionNames) {
      const body = JSON.stringify({ userId: "ada", confirm: "ada@example.com" })
      const sent = await studio.request("POST", `/api/${action}`, Object.fromEntries(entries), body)
      expect([action, sent.status]).toEqual([action, expected])
    }
    expect(await adapter.getUser("ada")).not.toBeNull()
    expect(studio.changes).toEqual([])
  })

  test("a write by GET is refused", async () => {
    const { studio } = await open()
    const { cookie } = await signIn(studio)
    for (const action of actionNames)
      expect((await studio.request("GET", `/api/${action}?userId=ada`, { cookie })).status).toBe(405)
  })
})

test("the page answers GET and HEAD, and refuses other methods without a body", async () => {
  const { studio } = await open()
  const { cookie, headers } = await signIn(studio)
  for (const path of ["/", "/page.js", "/page.css"]) {
    expect((await studio.request("HEAD", path, { cookie })).status).toBe(200)
    const refused = await studio.request("POST", path, headers, "{}")
    expect([refused.status, refused.headers.allow, refused.text]).toEqual([405, "GET, HEAD", ""])
  }
})

describe("without --write", () => {
  test.each(actionNames)("%s is refused and changes nothing", async (action) => {
    const { studio, adapter } = await open({ write: false })
    const { act, read } = await signIn(studio)
    const input = { userId: "ada", confirm: "ada@example.com" }
    expect(await act(action, input)).toMatchObject({ status: 403, error: { code: "read_only" } })
    expect(await adapter.getUser("ada")).not.toBeNull()
    expect(await read("user?id=ada")).toMatchObject({ sessions: { value: 2 } })
    expect(await read("overview")).toMatchObject({ isWritable: false })
    expect(studio.changes).toEqual([])
  })
})

describe("every response", () => {
  test("SEC-L2 SEC-L8 forbids inline code, frames, caching, guessing of types and referrers", async () => {
    const { studio } = await open()
    const { cookie, act } = await signIn(studio)
    for (const path of [
      "/",
      "/page.js",
      "/page.css",
      "/nothing",
      "/api/overview",
      "/api/nothing",
      studio.linkPath,
    ])
      await studio.request("GET", path, { cookie })
    await studio.request("GET", "/")
    await act("revoke-session", { userId: "ada", handle: "unknown" })
    expect(studio.responses).toHaveLength(10)
    for (const { headers } of studio.responses) {
      const policy = String(headers["content-security-policy"])
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'( 'sha256-[\w+/]{43}=')?; /,
      )
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain("unsafe")
      expect(headers).toMatchObject({
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
      })
      expect(headers).not.toHaveProperty("access-control-allow-origin")
    }
  })

  test.each([
    ["not JSON", "{"],
    ["a list", "[]"],
    ["a number as id", '{"userId":1}'],
    ["an object as handle", '{"userId":"ada","handle":{"$ne":null}}'],
    ["not UTF-8", Buffer.from([0xff, 0xfe]).toString("latin1")],
  ])("a body that is %s is refused", async (_, body) => {
    const { studio } = await open()
    const { headers } = await signIn(studio)
    expect((await studio.request("POST", "/api/sign-out-everywhere", headers, body)).status).toBe(400)
  })

  test("a body that is too large is refused", async () => {
    const { studio } = await open()
    const { headers } = await signIn(studio)
    const body = JSON.stringify({ userId: "a".repeat(20_000) })
    expect((await studio.request("POST", "/api/sign-out-everywhere", headers, body)).status).toBe(413)
  })
})
