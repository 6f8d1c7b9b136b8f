import { afterEach, describe, expect, test, vi } from "vitest"
import { listen } from "../../../workshop/src/http/listen.ts"
import { createBreaker } from "../../src/http/client/breaker.ts"
import type { HttpOptions } from "../../src/http/client/http-options.ts"
import type { AttemptResult } from "../../src/http/client/send-once.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { statuses, type WireCode } from "../../src/http/protocol/wire-error.ts"
import { codeOf } from "./support/code-of.ts"

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
    const advance = (ms: number) => {
      time += ms
    }
    return { breaker, at, fail, advance }
  }

  test("sends calls until the number of failures is reached", () => {
    const { breaker, fail } = open()
    fail(2)
    expect(breaker.admit()).toBe("normal")
    fail(1)
    expect(breaker.admit()).toBeUndefined()
  })

  test("blocks calls during the pause, then admits one trial", () => {
    const { breaker, fail, advance } = open()
    fail(3)
    advance(999)
    expect(breaker.admit()).toBeUndefined()
    advance(1)
    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual(["trial", undefined, undefined])
  })

  test("pauses again when the trial fails, and closes when it succeeds", () => {
    const { breaker, fail, advance } = open()
    fail(3)
    advance(1000)
    breaker.admit()
    advance(150)
    breaker.record("trial", timedOut)
    advance(999)
    expect(breaker.admit()).toBeUndefined()
    advance(1)
    expect(breaker.admit()).toBe("trial")
    breaker.record("trial", result)
    expect([breaker.admit(), breaker.admit()]).toEqual(["normal", "normal"])
    fail(2)
    expect(breaker.admit()).toBe("normal")
  })

  test("admits another trial only when the first one must have been lost", () => {
    const { breaker, fail, advance } = open()
    fail(3)
    advance(1000)
    breaker.admit()
    advance(1199)
    expect(breaker.admit()).toBeUndefined()
    advance(1)
    expect(breaker.admit()).toBe("trial")
  })

  test("is not kept open longer by calls that were in flight when it opened", () => {
    const { breaker, fail, advance } = open()
    fail(3)
    advance(900)
    fail(20)
    advance(100)
    expect(breaker.admit()).toBe("trial")
    fail(20)
    advance(1000)
    expect(breaker.admit()).toBeUndefined()
  })

  test.each([
    ["a result", result],
    ["conflict", refused("conflict")],
    ["invalid", refused("invalid")],
    ["not_found", refused("not_found")],
    ["transient", refused("transient")],
    ["indeterminate", refused("indeterminate")],
    ["not_migrated", refused("not_migrated")],
    ["unauthorized", refused("unauthorized")],
    ["forbidden", refused("forbidden")],
    ["in_flight", refused("in_flight")],
    ["rate_limited", refused("rate_limited")],
    ["a redirect", { kind: "lost", reason: "the server redirects", mayRetry: false }],
  ] as const)("is closed by %s: the server works", (_, answer) => {
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
    ["a timeout", timedOut],
    ["a store that cannot be reached", refused("unavailable")],
    ["a server that shuts down", refused("draining")],
  ])("counts %s", (_, answer) => {
    const { breaker } = open()
    for (let nth = 0; nth < 3; nth++) breaker.record("normal", answer)
    expect(breaker.admit()).toBeUndefined()
  })

  test("is shared by all adapters for the same address, and only by them", () => {
    const { at, fail } = open()
    fail(3)
    expect(at("https://data.example/v1/").admit()).toBeUndefined()
    expect(at("https://other.example/v1/").admit()).toBe("normal")
  })

  test("forgets the oldest state when the number of addresses grows", () => {
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

/** A client whose server can be switched on and off, with a manual clock. */
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
    httpAdapter({ url: "https://data.example", key: "mrt_test_only_key", fetch, retries: 0, ...options })
  const advance = (ms: number) => {
    time += ms
  }
  return { adapter: make(), make, server, sent, advance }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe("SEC-K6 SEC-A2 a client whose server is down", () => {
  test("throws without sending, for reads and writes, and never returns null", async () => {
    const { adapter, make, server, sent, advance } = clientOf()
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
    advance(1000)
    expect(await adapter.getUser("x")).toBeNull()
    expect(await adapter.deleteUser("x")).toBeNull()
  })

  test("sends one trial out of many calls", async () => {
    const { adapter, server, sent, advance } = clientOf({ retries: 2 })
    for (let nth = 0; nth < 2; nth++) await codeOf(adapter.getUser("x"))
    expect(sent).toHaveLength(6)
    advance(1000)
    const outcomes = await Promise.all(Array.from({ length: 32 }, () => codeOf(adapter.getUser("x"))))
    expect(new Set(outcomes)).toEqual(new Set(["unavailable"]))
    expect(sent).toHaveLength(7)
    advance(1000)
    server.answer = nothing
    const later = await Promise.all(Array.from({ length: 32 }, () => codeOf(adapter.getUser("x"))))
    expect(later.filter((outcome) => outcome !== "unavailable")).toEqual([{ result: null }])
    expect(sent).toHaveLength(8)
    expect(await adapter.getUser("x")).toBeNull()
  })

  test("a call that was admitted keeps its retries, so that the outcome of a write becomes known", async () => {
    const { adapter, server, sent } = clientOf({ retries: 2 })
    const writes = Array.from({ length: 8 }, () => codeOf(adapter.deleteUser("x")))
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(8)
    expect(await codeOf(adapter.getUser("x"))).toBe("unavailable")
    expect(sent).not.toContain("getUser")
    server.answer = nothing
    expect(await Promise.all(writes)).toEqual(writes.map(() => ({ result: null })))
    expect(await adapter.getUser("x")).toBeNull()
  })

  test("a write that was the trial may have been applied", async () => {
    const { adapter, server, advance } = clientOf({ retries: 2 })
    for (let nth = 0; nth < 2; nth++) await codeOf(adapter.getUser("x"))
    advance(1000)
    server.answer = () => Promise.reject(new TypeError("terminated"))
    expect(await codeOf(adapter.deleteUser("x"))).toBe("indeterminate")
    expect(await codeOf(adapter.deleteUser("x"))).toBe("unavailable")
  })

  test("batches session lookups again as soon as the server is back", async () => {
    const { adapter, server, sent, advance } = clientOf()
    const many = () =>
      Promise.all(Array.from({ length: 20 }, (_, nth) => codeOf(adapter.getSessionAndUser(`s${nth}`))))
    while (sent.length < 5) await many()
    const before = sent.length
    expect(new Set(await many())).toEqual(new Set(["unavailable"]))
    expect(sent).toHaveLength(before)
    advance(1000)
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
    "sends every call as long as the server answers, even with %s",
    async (code) => {
      const { adapter, server, sent } = clientOf()
      server.answer = async () =>
        new Response(JSON.stringify({ error: { code } }), { status: statuses[code], headers: json })
      for (let nth = 0; nth < 12; nth++) await codeOf(adapter.deleteUser("x"))
      expect(sent).toHaveLength(12)
    },
  )

  test("sends every call when the breaker is off, and uses other limits when they are set", async () => {
    const off = clientOf({ breaker: false })
    for (let nth = 0; nth < 12; nth++) await codeOf(off.adapter.getUser("x"))
    expect(off.sent).toHaveLength(12)
    const strict = clientOf({ breaker: { failures: 1, pauseSeconds: 0.01 } })
    await codeOf(strict.adapter.getUser("x"))
    await codeOf(strict.adapter.getUser("x"))
    expect(strict.sent).toHaveLength(1)
    strict.advance(10)
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

test("SEC-K6 over a real socket: not every call waits for a server that hangs", async () => {
  let isHanging = true
  const server = await listen((_, response) => {
    if (!isHanging) response.writeHead(200, json).end('{"result":null}')
  })
  const options = { url: server.url, key: "mrt_test_only_key", timeoutSeconds: 0.1, retries: 0 }
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
