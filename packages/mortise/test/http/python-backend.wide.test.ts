import { type IncomingHttpHeaders, request as send } from "node:http"
import { runConformance } from "@mortise/conformance"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { openWire } from "../../../workshop/src/http/open-wire.ts"
import { seed } from "../../../workshop/src/tests/seed.ts"
import { clientSuite } from "../../../workshop/src/tests/tier.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { expectConformance } from "./support/expect-conformance.ts"
import { faultProxy, oneInFour } from "./support/fault-proxy.ts"
import { startPython } from "./support/python-backend.ts"
import {
  bodies,
  extras,
  operations,
  otherPaths,
  requestChecks,
  type WireRequest,
} from "./support/wire-requests.ts"

const warn = () => {}
// Ends a hang; it does not measure speed.
const patience = 300_000

describe("a backend in Python, through the client", { timeout: patience }, () => {
  test("the cases of the suite pass, and none is skipped", async () => {
    await expectConformance(async () => {
      const { url, key, breakStore, close } = await startPython()
      return { adapter: httpAdapter({ url: url(), key, onWarning: warn }), close, outage: breakStore }
    }, clientSuite)
  })

  test("each write has one effect when one request in four meets a fault", async () => {
    const { port, key, close } = await startPython()
    const proxy = await faultProxy(port, oneInFour())
    onTestFinished(() => proxy.close().then(close))
    const adapter = httpAdapter({ url: proxy.url, key, onWarning: warn, retries: 3, timeoutSeconds: 30 })
    const only = ["users", "sessions", "accounts", "verification-tokens", "counters", "one-winner"]
    const report = await runConformance({ factory: () => ({ adapter }), only, seed, onLine: false })
    expect(report.results.filter(({ status }) => status !== "passed").map(({ id }) => id)).toEqual([])
    expect(report.passed).toBeGreaterThan(30)
  })

  test("acknowledged writes survive a kill, and are not applied twice", async () => {
    const python = await startPython()
    onTestFinished(python.close)
    const write: WireRequest = {
      what: "a write",
      path: "/v1/createUser",
      headers: { "idempotency-key": "0123456789abcdef" },
      body: '{"args":[{"id":"ada","email":"ada@example.com"}]}',
    }
    const first = await exchange(python.port(), python.key, write)
    await python.restart("SIGKILL")
    expect(await exchange(python.port(), python.key, write)).toEqual(first)
    const other = { ...write, body: '{"args":[{"id":"bob"}]}' }
    expect(await exchange(python.port(), python.key, other)).toMatchObject({
      status: 422,
      code: "key_reused",
    })
    const anew = { ...write, headers: { "idempotency-key": "fedcba9876543210" } }
    expect(await exchange(python.port(), python.key, anew)).toMatchObject({ status: 409, code: "conflict" })
  })

  test("its log holds no value of any field and no key", async () => {
    const python = await startPython()
    onTestFinished(python.close)
    const adapter = httpAdapter({ url: python.url(), key: python.key, onWarning: warn })
    const canary = "canary-4711"
    const user = await adapter.createUser({ id: canary, email: `${canary}@example.com`, name: canary })
    const session = { sessionToken: canary, userId: user.id, expires: new Date(Date.now() + 60_000) }
    await adapter.createSession(session)
    await expect(adapter.createSession(session)).rejects.toMatchObject({ code: "conflict" })
    for (const path of [`/v1/${canary}`, `/v1/getUser?token=${canary}`])
      await exchange(python.port(), python.key, { what: path, path, body: "" })
    await expect.poll(python.log, { timeout: 30_000 }).toMatch(/createSession test 409[\s\S]*- test 404/)
    expect(python.log()).not.toContain(canary)
    expect(python.log()).not.toContain(python.key.slice(0, 12))
  })
})

describe("a backend in Python answers like mortise/server", { timeout: patience }, () => {
  let close = async () => {}
  let ports: readonly [ours: number, python: number] = [0, 0]
  let keys = { all: "", calls: "", reads: "", expired: "", lasting: "" }

  beforeAll(async () => {
    const all = await createServiceKey({ id: "all", permissions: everyPermission })
    const calls = await createServiceKey({ id: "calls", permissions: ["operations", "extras"] })
    const reads = await createServiceKey({ id: "reads", permissions: ["reads"] })
    const expired = await createServiceKey({ id: "expired", permissions: ["reads"], expires: new Date(0) })
    const lasting = await createServiceKey({ id: "lasting", permissions: ["reads"], expires: inAnHour() })
    const records = [all, calls, reads, expired, lasting].map(({ record }) => record)
    const ours = await openWire({ serve: { keys: records, onWarning: warn }, client: { onWarning: warn } })
    const python = await startPython({ records })
    ports = [ours.port, python.port()]
    keys = { all: all.key, calls: calls.key, reads: reads.key, expired: expired.key, lasting: lasting.key }
    close = () => ours.close().then(python.close)
  })
  afterAll(() => close())

  const bothAnswer = async (request: WireRequest, key = keys.all) => {
    const headers = { "idempotency-key": crypto.randomUUID(), ...request.headers }
    const [ours, python] = await Promise.all(
      ports.map((port) => exchange(port, key, { ...request, headers })),
    )
    expect(python, request.what).toEqual(ours)
    return python
  }

  test("to requests that fail a check", async () => {
    for (const request of requestChecks) await bothAnswer(request)
    for (const authorization of [`Basic ${keys.all}`, `bearer ${keys.all}`, keys.all, `Bearer  ${keys.all}`])
      expect((await bothAnswer({ what: "another scheme", headers: { authorization } }))?.status).toBe(401)
  })

  test("to other spellings of a path", async () => {
    for (const path of otherPaths) {
      const request = { what: path, path, body: '{"args":["unknown"]}' }
      expect(await exchange(ports[1], keys.all, request), path).toMatchObject({ code: "unknown_call" })
      expect(await exchange(ports[1], "guessed", request), path).toMatchObject({ code: "unauthorized" })
    }
  })

  test("to unusual bodies", async () => {
    for (const request of bodies) await bothAnswer(request)
  })

  test("to every operation and extra, with valid and invalid arguments", async () => {
    const seen = new Set<number | undefined>()
    for (const request of [...operations, ...extras]) seen.add((await bothAnswer(request))?.status)
    expect(seen).toEqual(new Set([200, 400, 404, 409]))
  })

  test("to keys that may not read tokens", async () => {
    const call = (name: string, ...args: readonly unknown[]) =>
      ({ what: name, path: `/v1/${name}`, body: JSON.stringify({ args }) }) as const
    const account = { provider: "gitlab", providerAccountId: "7" }
    const tokens = { access_token: "a", id_token: "i", session_state: "s" }
    const session = { sessionToken: "t7", userId: "gil", expires: "2099-01-31T12:00:00.089Z" }
    await bothAnswer(call("createUser", { id: "gil" }))
    await bothAnswer(call("createSession", session))
    const created = call("linkAccount", { ...account, ...tokens, userId: "gil", type: "oidc" })
    expect((await bothAnswer(created, keys.calls))?.hidden).toBeUndefined()
    const hidden = []
    for (const read of [
      call("getAccount", "7", "gitlab"),
      call("extras.listAccounts", "gil"),
      call("extras.listSessions", "gil"),
      call("extras.updateAccount", { ...account, scope: "x" }),
      call("extras.updateAccount", { ...account, scope: "x" }, { refresh_token: "no" }),
      call("unlinkAccount", account),
      call("getAccount", "7", "gitlab"),
    ])
      hidden.push((await bothAnswer(read, keys.calls))?.hidden)
    const own = ["/access_token", "/id_token"]
    const listed = ["/0/access_token", "/0/id_token"]
    expect(hidden).toEqual([own, listed, ["/0/sessionToken"], own, undefined, own, undefined])
  })

  test("to keys with few permissions or an expiry", async () => {
    const args = { body: '{"args":["unknown"]}' }
    const read = { what: "a read", path: "/v1/getUser", ...args }
    expect((await bothAnswer(read, keys.reads))?.status).toBe(200)
    expect((await bothAnswer(read, keys.lasting))?.status).toBe(200)
    expect((await bothAnswer(read, keys.expired))?.status).toBe(401)
    for (const path of ["/v1/deleteUser", "/v1/extras.listSessions"])
      expect((await bothAnswer({ what: path, path, ...args }, keys.reads))?.status).toBe(403)
  })
})

const inAnHour = () => new Date(Date.now() + 3_600_000)

/** Sends a request unchanged, and returns the parts of the answer that must be equal on all servers. */
function exchange(
  port: number,
  key: string,
  { method = "POST", path = "/", headers, body = "" }: WireRequest,
) {
  const all = { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers }
  const given = Object.entries(all).filter(([, value]) => value !== undefined)
  return new Promise<ReturnType<typeof answerOf>>((resolve, reject) => {
    const outgoing = send(
      { host: "127.0.0.1", port, method, path, headers: Object.fromEntries(given), agent: false },
      (incoming) => {
        let text = ""
        incoming.on("data", (chunk) => {
          text += chunk
        })
        incoming.on("end", () => {
          try {
            resolve(answerOf(incoming.statusCode, incoming.headers, text))
          } catch (error) {
            reject(error)
          }
        })
        incoming.on("error", reject)
      },
    )
    outgoing.on("error", reject)
    outgoing.end(body)
  })
}

type WireAnswer = {
  readonly result?: unknown
  readonly hidden?: readonly string[]
  readonly error?: { readonly code: string; readonly operation?: string }
}

function answerOf(status: number | undefined, headers: IncomingHttpHeaders, text: string) {
  const { result, hidden, error }: WireAnswer = JSON.parse(text)
  return {
    status,
    result,
    hidden: hidden?.toSorted(),
    code: error?.code,
    operation: error?.operation,
    type: headers["content-type"],
    cache: headers["cache-control"],
    challenge: headers["www-authenticate"],
  }
}
