import { afterEach, describe, expect, test, vi } from "vitest"
import { createBreaker } from "../../src/http/client/breaker.ts"
import type { HttpOptions } from "../../src/http/client/http-options.ts"
import type { AttemptResult } from "../../src/http/client/send-once.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { statuses, type WireCode } from "../../src/http/protocol/wire-error.ts"
import { codeOf } from "./support/code-of.ts"
import { listen } from "./support/listen.ts"

const unsent: AttemptResult = { kind: "unsent", cause: undefined }
const timedOut: AttemptResult = { kind: "lost", reason: "no answer", mayRetry: true }
const result: AttemptResult = { kind: "result", result: null }
const refused = (code: WireCode): AttemptResult => ({ kind: "error", error: { code } })

describe("SEC-K6 the breaker of a server", () => {
  const open = (limits = { failures: 3, pauseMs: 1000 }) => {
    let time = 5000
    const parts = { fetch: async () => new Response(), timeoutMs: 200, breaker: limits, now: () => time }
    const at = (endpoint: string) => createBreaker({ ...parts, endpoint })
    const breaker = at("https://data.example/v1/")
    const fail = (times: number) => {
      for (let nth = 0; nth < times; nth++) breaker.record("normal", unsent)
    }
    const travel = (ms: number) => {
      time += ms
    }
    return { breaker, at, fail, travel }
  }

  test("lets calls go until the last failure that it takes", () => {
    const { breaker, fail } = open()
    fail(2)
    expect(breaker.admit()).toBe("normal")
    fail(1)
    expect(breaker.admit()).toBeUndefined()
  })

  test("keeps them for as long as it is told, then lets one find out", () => {
    const { breaker, fail, travel } = open()
    fail(3)
    travel(999)
    expect(breaker.admit()).toBeUndefined()
    travel(1)
    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual(["trial", undefined, undefined])
  })

  test("waits as long again when that one fails, and opens when it does not", () => {
    const { breaker, fail, travel } = open()
    fail(3)
    travel(1000)
    breaker.admit()
    travel(150)
    breaker.record("trial", timedOut)
    travel(999)
    expect(breaker.admit()).toBeUndefined()
    travel(1)
    expect(breaker.admit()).toBe("trial")
    breaker.record("trial", result)
    expect([breaker.admit(), breaker.admit()]).toEqual(["normal", "normal"])
    fail(2)
    expect(breaker.admit()).toBe("normal")
  })

  test("lets another find out when the first must have been lost, and not before", () => {
    const { breaker, fail, travel } = open()
    fail(3)
    travel(1000)
    breaker.admit()
    travel(1199)
    expect(breaker.admit()).toBeUndefined()
    travel(1)
    expect(breaker.admit()).toBe("trial")
  })

  test("is not kept shut longer by calls that were under way when it shut", () => {
    const { breaker, fail, travel } = open()
    fail(3)
    travel(900)
    fail(20)
    travel(100)
    expect(breaker.admit()).toBe("trial")
    fail(20)
    travel(1000)
    expect(breaker.admit()).toBeUndefined()
  })

  test.each([
    ["a result", result],
    ["conflict", refused("conflict")],
    ["invalid", refused("invalid")],
    ["not_found", refused("not_found")],
    ["transient", refused("transient")],
    ["indeterminate", refused("indeterminate")],
    ["unauthorized", refused("unauthorized")],
    ["forbidden", refused("forbidden")],
    ["in_flight", refused("in_flight")],
    ["rate_limited", refused("rate_limited")],
    ["a redirect", { kind: "lost", reason: "the server redirects", mayRetry: false }],
  ] as const)("is opened by %s: somebody is there", (_, answer) => {
    const { breaker, fail } = open()
    fail(2)
    breaker.record("normal", answer)
    fail(2)
    expect(breaker.admit()).toBe("normal")
    fail(10)
    breaker.record("normal", answer)
    expect(breaker.admit()).toBe("normal")
  })

  test.each([
    ["no connection", unsent],
    ["no answer in time", timedOut],
    ["a store that cannot be reached", refused("unavailable")],
    ["a server that shuts down", refused("draining")],
  ])("counts %s", (_, answer) => {
    const { breaker } = open()
    for (let nth = 0; nth < 3; nth++) breaker.record("normal", answer)
    expect(breaker.admit()).toBeUndefined()
  })

  test("is shared by all who call the same address, and by nobody else", () => {
    const { at, fail } = open()
    fail(3)
    expect(at("https://data.example/v1/").admit()).toBeUndefined()
    expect(at("https://other.example/v1/").admit()).toBe("normal")
  })

  test("forgets the oldest trouble when addresses are made up without end", () => {
    const { at, fail, breaker } = open()
    fail(3)
    for (let nth = 0; nth < 99; nth++) at(`https://${nth}.example/v1/`).record("normal", unsent)
    expect(breaker.admit()).toBeUndefined()
    at("https://last.example/v1/").record("normal", unsent)
    expect(breaker.admit()).toBe("normal")
  })
})

const json = { "content-type": "application/json" }
const gone = () =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }),
  )
const nothing = async () => new Response('{"result":null}', { headers: json })

/** A client whose server is there or not, on a clock that is moved by hand. */
function clientOf(options: Partial<HttpOptions> = {}) {
  let time = 0
  vi.spyOn(performance, "now").mockImplementation(() => time)
  const sent: string[] = []
  const server = { answer: gone as () => Promise<Response> }
  const fetch: typeof globalThis.fetch = (input) => {
    sent.push(String(input).split("/").at(-1) ?? "")
    return server.answer()
  }
  const make = () =>
    httpAdapter({ url: "https://data.example", key: "mrt_key", fetch, retries: 0, ...options })
  const travel = (ms: number) => {
    time += ms
  }
  return { adapter: make(), make, server, sent, travel }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe("SEC-K6 SEC-A2 a client whose server is gone", () => {
  test("says so without asking, to reads and writes, and never null", async () => {
    const { adapter, make, server, sent, travel } = clientOf()
    for (let nth = 0; nth < 5; nth++) expect(await codeOf(adapter.getUser("x"))).toBe("unavailable")
    expect(sent).toHaveLength(5)
    server.answer = nothing
    for (const call of [
      () => adapter.getUser("x"),
      () => make().getSessionAndUser("x"),
      () => adapter.deleteUser("x"),
      () => adapter.useVerificationToken({ identifier: "x", token: "y" }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "unavailable", message: /nothing was sent/ })
    expect(sent).toHaveLength(5)
    travel(1000)
    expect(await adapter.getUser("x")).toBeNull()
    expect(await adapter.deleteUser("x")).toBeNull()
  })

  test("sends one call of many to find out", async () => {
    const { adapter, server, sent, travel } = clientOf({ retries: 2 })
    for (let nth = 0; nth < 2; nth++) await codeOf(adapter.getUser("x"))
    expect(sent).toHaveLength(6)
    travel(1000)
    const outcomes = await Promise.all(Array.from({ length: 32 }, () => codeOf(adapter.getUser("x"))))
    expect(new Set(outcomes)).toEqual(new Set(["unavailable"]))
    expect(sent).toHaveLength(7)
    travel(1000)
    server.answer = nothing
    const later = await Promise.all(Array.from({ length: 32 }, () => codeOf(adapter.getUser("x"))))
    expect(later.filter((outcome) => outcome !== "unavailable")).toEqual([{ result: null }])
    expect(sent).toHaveLength(8)
    expect(await adapter.getUser("x")).toBeNull()
  })

  test("a call that was let out keeps its tries, so that a write has a certain end", async () => {
    const { adapter, server, sent } = clientOf({ retries: 2 })
    const writes = Array.from({ length: 8 }, () => codeOf(adapter.deleteUser("x")))
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(8)
    expect(await codeOf(adapter.getUser("x"))).toBe("unavailable")
    expect(sent).not.toContain("getUser")
    server.answer = nothing
    expect(await Promise.all(writes)).toEqual(writes.map(() => ({ result: null })))
    expect(await adapter.getUser("x")).toBeNull()
  })

  test("a write that finds out may have been applied", async () => {
    const { adapter, server, travel } = clientOf({ retries: 2 })
    for (let nth = 0; nth < 2; nth++) await codeOf(adapter.getUser("x"))
    travel(1000)
    server.answer = () => Promise.reject(new TypeError("terminated"))
    expect(await codeOf(adapter.deleteUser("x"))).toBe("indeterminate")
    expect(await codeOf(adapter.deleteUser("x"))).toBe("unavailable")
  })

  test("looks sessions up in batches again as soon as it is back", async () => {
    const { adapter, server, sent, travel } = clientOf()
    const many = () =>
      Promise.all(Array.from({ length: 20 }, (_, nth) => codeOf(adapter.getSessionAndUser(`s${nth}`))))
    while (sent.length < 5) await many()
    const before = sent.length
    expect(new Set(await many())).toEqual(new Set(["unavailable"]))
    expect(sent).toHaveLength(before)
    travel(1000)
    server.answer = nothing
    expect(await adapter.getSessionAndUser("s0")).toBeNull()
    server.answer = async () =>
      new Response(
        JSON.stringify({ result: sent.at(-1) === "getSessionsAndUsers" ? Array(20).fill(null) : null }),
        { headers: json },
      )
    expect(await many()).toEqual(Array(20).fill({ result: null }))
    expect(sent.slice(before)).toEqual(["getSessionAndUser", "getSessionsAndUsers"])
  })

  test.each(["conflict", "invalid", "not_found", "unauthorized", "rate_limited"] as const)(
    "is asked every time as long as it answers, if only %s",
    async (code) => {
      const { adapter, server, sent } = clientOf()
      server.answer = async () =>
        new Response(JSON.stringify({ error: { code } }), { status: statuses[code], headers: json })
      for (let nth = 0; nth < 12; nth++) await codeOf(adapter.deleteUser("x"))
      expect(sent).toHaveLength(12)
    },
  )

  test("is asked every time when the breaker is off, and other limits hold when they are given", async () => {
    const off = clientOf({ breaker: false })
    for (let nth = 0; nth < 12; nth++) await codeOf(off.adapter.getUser("x"))
    expect(off.sent).toHaveLength(12)
    const strict = clientOf({ breaker: { failures: 1, pauseSeconds: 0.01 } })
    await codeOf(strict.adapter.getUser("x"))
    await codeOf(strict.adapter.getUser("x"))
    expect(strict.sent).toHaveLength(1)
    strict.travel(10)
    await codeOf(strict.adapter.getUser("x"))
    expect(strict.sent).toHaveLength(2)
  })

  test.each([{ failures: 0 }, { failures: 1.5 }, { pauseSeconds: 0 }, { pauseSeconds: Number.NaN }])(
    "%j is refused",
    (breaker) => {
      expect(() => clientOf({ breaker })).toThrow(/breaker/)
    },
  )
})

test("SEC-K6 over a real socket: a server that hangs is not waited for by each call", async () => {
  let isHanging = true
  const server = await listen((_, response) => {
    if (!isHanging) response.writeHead(200, json).end('{"result":null}')
  })
  const options = { url: server.url, key: "mrt_key", timeoutSeconds: 0.1, retries: 0 }
  const adapter = httpAdapter({ ...options, breaker: { failures: 3, pauseSeconds: 0.001 } })
  for (let nth = 0; nth < 3; nth++) expect(await codeOf(adapter.getUser("x"))).toBe("transient")
  await new Promise((resolve) => setTimeout(resolve, 5))
  const [probe, ...others] = Array.from({ length: 10 }, () => codeOf(adapter.getUser("x")))
  expect(new Set(await Promise.all(others))).toEqual(new Set(["unavailable"]))
  expect(await probe).toBe("transient")
  isHanging = false
  await expect.poll(() => codeOf(adapter.getUser("x"))).toEqual({ result: null })
  await server.close()
})
