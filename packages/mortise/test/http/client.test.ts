import { describe, expect, test } from "vitest"
import type { HttpOptions } from "../../src/http/client/http-options.ts"
import { httpAdapter, insecureWithoutAuthentication, insecureWithoutTls } from "../../src/http/client.ts"
import { statuses } from "../../src/http/protocol/wire-error.ts"
import { MortiseError } from "../../src/index.ts"
import { codeOf } from "./support/code-of.ts"

const url = "https://data.example"
const key = "mrt_test_only_key"
const json = { "content-type": "application/json" }

type Answer = () => Response | Promise<Response>

/** A client whose requests get these answers in turn; the last answer repeats. */
function clientOf(answers: readonly Answer[], options: Partial<HttpOptions> = {}) {
  const requests: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init))
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    return answer ? answer() : Response.error()
  }
  return { requests, adapter: httpAdapter({ url, key, fetch, retries: 2, onWarning: () => {}, ...options }) }
}

const result = (value: unknown) => () => new Response(JSON.stringify({ result: value }), { headers: json })
const refusal = (code: string, status: number) => () =>
  new Response(JSON.stringify({ error: { code } }), { status, headers: json })
const failing = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }))
const refusedConnection = failing(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))
const brokenConnection = failing(Object.assign(new Error("reset"), { code: "ECONNRESET" }))

describe("SEC-K6 the client retries", () => {
  test("a read, until it gets an answer", async () => {
    const { adapter, requests } = clientOf([brokenConnection, refusal("transient", 503), result(null)])
    expect(await adapter.getUser("x")).toBeNull()
    expect(requests).toHaveLength(3)
  })

  test("a write, under the same idempotency key and with the same body", async () => {
    const { adapter, requests } = clientOf([brokenConnection, refusal("in_flight", 409), result(null)])
    expect(await adapter.deleteUser("x")).toBeNull()
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{22}$/)
    expect(new Set(await Promise.all(requests.map((request) => request.text()))).size).toBe(1)
    await adapter.deleteUser("x")
    expect(requests.at(-1)?.headers.get("idempotency-key")).not.toBe(keys[0])
  })

  test("after any error of the user's own fetch", async () => {
    for (const reason of [undefined, null, "no reason", new Error("redirect")]) {
      const { adapter, requests } = clientOf([() => Promise.reject(reason)])
      expect(await codeOf(adapter.deleteUser("x"))).toBe("indeterminate")
      expect(requests).toHaveLength(3)
    }
  })

  test("a read has no idempotency key, and a URL has no argument", async () => {
    const { adapter, requests } = clientOf([result(null)])
    await adapter.getUserByEmail("canary@example.com")
    expect(requests[0]?.headers.has("idempotency-key")).toBe(false)
    expect(requests[0]?.url).toBe(`${url}/v1/getUserByEmail`)
  })

  test("no more often than `retries`", async () => {
    for (const retries of [0, 1, 3]) {
      const { adapter, requests } = clientOf([brokenConnection], { retries })
      await codeOf(adapter.getUser("x"))
      expect(requests).toHaveLength(retries + 1)
    }
  })

  test.each([
    ["transient", 3],
    ["unavailable", 3],
    ["replayed", 3],
    ["rate_limited", 3],
    ["draining", 3],
    ["conflict", 1],
    ["invalid", 1],
    ["not_found", 1],
    ["corrupt", 1],
    ["readonly", 1],
    ["not_migrated", 1],
    ["indeterminate", 1],
    ["unauthorized", 1],
    ["forbidden", 1],
    ["unknown_call", 1],
    ["too_large", 1],
    ["key_reused", 1],
  ] as const)("after %s: %i requests in all", async (code, count) => {
    const { adapter, requests } = clientOf([refusal(code, statuses[code])])
    await codeOf(adapter.deleteUser("x"))
    expect(requests).toHaveLength(count)
  })
})

describe("SEC-K4 a write that is still running on the server", () => {
  test("is requested again until it has an answer, even without retries left", async () => {
    const busy = refusal("in_flight", 409)
    const { adapter, requests } = clientOf([busy, busy, busy, busy, result(null)], { retries: 0 })
    expect(await adapter.deleteUser("x")).toBeNull()
    expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1)
  })

  test("fails when one attempt's timeout has passed", async () => {
    const { adapter } = clientOf([refusal("in_flight", 409)], { retries: 0, timeoutSeconds: 0.2 })
    expect(await codeOf(adapter.deleteUser("x"))).toBe("indeterminate")
  })
})

describe("errors of the client", () => {
  test.each([
    ["unauthorized", "unavailable"],
    ["replayed", "indeterminate"],
    ["forbidden", "missing_operation"],
    ["unknown_call", "missing_operation"],
    ["method_not_allowed", "missing_operation"],
    ["too_large", "invalid"],
    ["unsupported_type", "invalid"],
    ["key_missing", "invalid"],
    ["key_reused", "invalid"],
    ["in_flight", "indeterminate"],
    ["rate_limited", "transient"],
    ["draining", "unavailable"],
    ["conflict", "conflict"],
    ["counter_regression", "counter_regression"],
    ["readonly", "readonly"],
    ["not_migrated", "not_migrated"],
  ] as const)("%s of the protocol is %s", async (wire, code) => {
    const { adapter } = clientOf([refusal(wire, statuses[wire])], { retries: 0, timeoutSeconds: 0.001 })
    expect(await codeOf(adapter.deleteUser("x"))).toBe(code)
  })

  test("an error has the operation, the model and the fields", async () => {
    const error = { code: "conflict", operation: "createUser", model: "user", fields: ["email"] }
    const { adapter } = clientOf([
      () => new Response(JSON.stringify({ error }), { status: 409, headers: json }),
    ])
    await expect(adapter.createUser({ email: "a@example.com" })).rejects.toMatchObject(error)
  })

  test("a connection that was never established sent nothing; a broken one may have sent the request", async () => {
    const unsent = clientOf([refusedConnection]).adapter
    expect([await codeOf(unsent.getUser("x")), await codeOf(unsent.deleteUser("x"))]).toEqual([
      "unavailable",
      "unavailable",
    ])
    const broken = clientOf([brokenConnection]).adapter
    expect([await codeOf(broken.getUser("x")), await codeOf(broken.deleteUser("x"))]).toEqual([
      "transient",
      "indeterminate",
    ])
  })

  test.each(["EHOSTUNREACH", "ENETUNREACH"])(
    "%s sent nothing while connecting, and may have sent the request once connected",
    async (code) => {
      const failed = (syscall: string) => failing(Object.assign(new Error("unreachable"), { code, syscall }))
      expect(await codeOf(clientOf([failed("connect")]).adapter.deleteUser("x"))).toBe("unavailable")
      for (const syscall of ["read", "write"])
        expect(await codeOf(clientOf([failed(syscall)]).adapter.deleteUser("x"))).toBe("indeterminate")
    },
  )

  test.each([
    ["the server is down", refusedConnection],
    ["the server reports a transient error", refusal("transient", 503)],
    ["the rate limit is reached", refusal("rate_limited", 429)],
    ["the key has expired", refusal("unauthorized", 401)],
    ["the store is read-only", refusal("readonly", 503)],
    ["the key no longer allows the call", refusal("forbidden", 403)],
    ["the server no longer has the call", refusal("unknown_call", 404)],
    ["the server accepts less", refusal("too_large", 413)],
    ["a copy of the request arrived first", refusal("replayed", 401)],
  ])("SEC-N4 a write that may have been applied stays indeterminate when then %s", async (_, then) => {
    const { adapter } = clientOf([brokenConnection, then])
    expect(await codeOf(adapter.deleteUser("x"))).toBe("indeterminate")
  })

  test("a lookup whose copy arrived first is transient", async () => {
    const { adapter } = clientOf([refusal("replayed", 401)], { retries: 0 })
    expect(await codeOf(adapter.getUser("x"))).toBe("transient")
  })

  test("a write with a receipt has the outcome of the receipt", async () => {
    const { adapter } = clientOf([brokenConnection, refusal("conflict", 409)])
    expect(await codeOf(adapter.createUser({ email: "a@example.com" }))).toBe("conflict")
  })
})

describe("SEC-A2 an answer that is not from the server is never accepted", () => {
  test.each([
    ["a redirect", () => new Response(null, { status: 307, headers: { location: "https://evil.example" } })],
    ["an HTML page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    [
      "another type of JSON",
      () => new Response('{"result":null}', { headers: { "content-type": "text/json" } }),
    ],
    ["no content type", () => new Response('{"result":null}', { headers: { "content-type": "" } })],
    ["half of the JSON", () => new Response('{"result":nul', { headers: json })],
    ["nothing", () => new Response("", { headers: json })],
    ["null", () => new Response("null", { headers: json })],
    ["a list", () => new Response("[null]", { headers: json })],
    ["no result", () => new Response("{}", { headers: json })],
    ["a result under another status", () => new Response('{"result":null}', { status: 404, headers: json })],
    ["an error under status 200", () => new Response('{"error":{"code":"not_found"}}', { headers: json })],
    ["an error of an unknown code", refusal("nothing", 404)],
    [
      "a result and an error",
      () => new Response('{"result":null,"error":{"code":"unavailable"}}', { headers: json }),
    ],
    ["invalid UTF-8", () => new Response(Uint8Array.of(0xff), { headers: json })],
    ["a 404 of a proxy", () => new Response("Not Found", { status: 404 })],
    ["a compressed answer", () => new Response("x", { headers: { ...json, "content-encoding": "gzip" } })],
  ])("%s", async (_, answer) => {
    const { adapter } = clientOf([answer], { breaker: false })
    expect(await codeOf(adapter.getUser("x"))).toBe("transient")
    expect(await codeOf(adapter.getSessionAndUser("x"))).toBe("transient")
    expect(await codeOf(adapter.useVerificationToken({ identifier: "x", token: "y" }))).toBe("indeterminate")
  })

  test.each([
    ["a row of another model", { sessionToken: "s", userId: "u", expires: "2098-01-01T00:00:00.000Z" }],
    ["a field of another kind", { id: 1, email: "a", name: null, image: null, emailVerified: null }],
    ["a date in another spelling", { id: "1", email: "a", name: null, image: null, emailVerified: "2098" }],
    ["a missing field", { id: "1", email: "a", name: null, image: null }],
    ["a list", []],
    ["a text", "ada"],
    ["true", true],
  ])("%s instead of a user", async (_, user) => {
    const { adapter } = clientOf([result(user)])
    expect(await codeOf(adapter.getUser("x"))).toBe("corrupt")
  })

  test("null where the result must be a row", async () => {
    const { adapter } = clientOf([result(null)])
    expect(await codeOf(adapter.createUser({ email: "a@example.com" }))).toBe("corrupt")
    expect(await codeOf(adapter.listAuthenticatorsByUserId("x"))).toBe("corrupt")
  })

  test("fields that the schema does not declare are left out", async () => {
    const user = { id: "1", email: "a", name: null, image: null, emailVerified: null }
    const { adapter } = clientOf([result({ ...user, role: "admin", __proto__: 1 })], { onWarning: () => {} })
    expect(await adapter.getUser("x")).toEqual(user)
  })
})

describe("SEC-J1 arguments that cannot be sent are refused before anything is sent", () => {
  test.each([
    ["arguments that are larger than a body", { id: "a", name: "\u0001".repeat(60_000) }],
    ["a field that is too long", { id: "a", name: "x".repeat(70_000) }],
  ])("%s", async (_, user) => {
    const { adapter, requests } = clientOf([result(null)])
    expect(await codeOf(adapter.createUser(user))).toBe("invalid")
    expect(requests).toEqual([])
  })
})

describe("invalid options are refused at once", () => {
  test.each([
    ["no key", { url, key: undefined }, /key/],
    ["a key with a line break", { url, key: "a\nb" }, /key/],
    ["a key and a signature", { url, key, signing: { id: "a", secret: "x".repeat(32) } }, /not both/],
    ["a short secret", { url, key: undefined, signing: { id: "a", secret: "x" } }, /32/],
    ["an address without a scheme", { url: "data.example", key }, /url/],
    ["a password in the address", { url: "https://user:secret@data.example", key }, /password/],
    ["a query", { url: `${url}?key=1`, key }, /query/],
    ["another machine without TLS", { url: "http://data.example", key }, /https/],
    ["a file", { url: "file:///etc/passwd", key }, /https/],
    ["a timeout of zero", { url, key, timeoutSeconds: 0 }, /timeoutSeconds/],
    [
      "a timeout that is too long for a timer",
      { url, key, timeoutSeconds: 2 ** 31 / 1000 },
      /timeoutSeconds/,
    ],
    ["a fractional number of retries", { url, key, retries: 0.5 }, /retries/],
  ])("%s", (_, options, message) => {
    const make = () => httpAdapter(options as HttpOptions)
    expect(make).toThrow(MortiseError)
    expect(make).toThrow(message)
  })

  test("unsafe options are symbols", async () => {
    const { adapter, requests } = clientOf([result(null)], {
      url: "http://data.internal/auth/",
      [insecureWithoutTls]: true,
    })
    await adapter.getUser("x")
    expect(requests[0]?.url).toBe("http://data.internal/auth/v1/getUser")
    expect(() => httpAdapter({ url, [insecureWithoutAuthentication]: true })).not.toThrow()
  })
})
