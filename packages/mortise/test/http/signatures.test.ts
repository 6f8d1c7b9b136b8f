import { describe, expect, test } from "vitest"
import { newNonce, type SignedParts, sign, signingKey } from "../../src/http/protocol/signature.ts"
import { serve } from "../../src/http/server.ts"
import { utf8 } from "../../src/shared/bytes.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { outcomeOf } from "./support/requests.ts"

const id = "signer"
const secret = "a secret that only the two sides know"
const start = Date.parse("2026-03-04T05:06:07Z")
const audience = "https://data.example"
const ok = { status: 200, code: undefined }
const unauthorized = { status: 401, code: "unauthorized" }

type Sent = { authorization: string; path: string; body: string; method: string; idempotencyKey: string }

function open() {
  let time = start
  const keys = [{ id, secret, permissions: ["operations"] as const }]
  const store = memoryAdapter({ now: () => time })
  const server = serve(store, { keys, now: () => time, clockSkewSeconds: 1, audience })
  const advance = (ms: number) => {
    time += ms
  }
  return {
    server: send(server),
    advance,
    other: send(serve(store, { keys, now: () => time, clockSkewSeconds: 1, audience })),
  }
}

const send =
  (server: ReturnType<typeof serve>) =>
  async ({ authorization, path, body, method, idempotencyKey }: Sent) => {
    const headers = { authorization, "content-type": "application/json", "idempotency-key": idempotencyKey }
    return outcomeOf(await server(new Request(`https://data.example${path}`, { method, headers, body })))
  }

async function signed(change: Partial<SignedParts> = {}, by = { id, secret }): Promise<Sent> {
  const text = '{"args":["unknown"]}'
  const parts = {
    audience,
    method: "POST",
    path: "/v1/getUser",
    timestamp: start,
    nonce: newNonce(),
    idempotencyKey: "0123456789abcdef",
    body: utf8(text),
    ...change,
  }
  const { path, method, idempotencyKey } = parts
  return {
    authorization: await sign(by.id, await signingKey(by.secret), parts),
    path,
    method,
    idempotencyKey,
    body: text,
  }
}

describe("a signed request", () => {
  test("passes once: SEC-N15 a copy is refused, on every server of the store", async () => {
    const { server, other } = open()
    const request = await signed()
    expect(await server(request)).toEqual(ok)
    expect(await server(request)).toEqual({ status: 401, code: "replayed" })
    expect(await other(request)).toEqual({ status: 401, code: "replayed" })
    expect(await server(await signed())).toEqual(ok)
  })

  test("of many concurrent copies, one passes", async () => {
    const { server } = open()
    const request = await signed()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => server(request)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ["its body", { body: '{"args":["another"]}' }],
    ["its path", { path: "/v1/getUserByEmail" }],
    ["its method", { method: "PUT" }],
    ["its idempotency key", { idempotencyKey: "fedcba9876543210" }],
  ])("is refused when %s was changed", async (_, change) => {
    const { server } = open()
    const request = await signed()
    expect(await server({ ...request, ...change })).toEqual(unauthorized)
    expect(await server(request)).toEqual(ok)
  })

  test.each([1, 2, 3, 4])("is refused when part %i of its signature was changed", async (part) => {
    const { server } = open()
    const request = await signed()
    const parts = request.authorization.split(/[ :]/)
    const digit = parts[part]?.at(-2)
    const changed =
      (parts[part] ?? "").slice(0, -2) + (digit === "1" ? "2" : "1") + (parts[part] ?? "").slice(-1)
    const [scheme, ...rest] = parts.with(part, changed)
    expect(await server({ ...request, authorization: `${scheme} ${rest.join(":")}` })).toEqual(unauthorized)
  })

  test("is refused with another secret, and with another id", async () => {
    const { server } = open()
    expect(await server(await signed({}, { id, secret: `${secret}!` }))).toEqual(unauthorized)
    expect(await server(await signed({}, { id: "another", secret }))).toEqual(unauthorized)
  })

  test.each([
    [-1001, unauthorized],
    [-1000, ok],
    [1000, ok],
    [1001, unauthorized],
  ])("%i ms from the server's clock is accepted or refused", async (ms, expected) => {
    const { server } = open()
    expect(await server(await signed({ timestamp: start + ms }))).toEqual(expected)
  })

  test("is remembered for as long as it would pass, even with a time in the future", async () => {
    const { server, advance } = open()
    const request = await signed({ timestamp: start + 1000 })
    expect(await server(request)).toEqual(ok)
    advance(2000)
    expect(await server(request)).toEqual({ status: 401, code: "replayed" })
    advance(1)
    expect(await server(request)).toEqual(unauthorized)
  })

  test("needs permissions like any other request", async () => {
    const { server } = open()
    const forbidden = await signed({ path: "/v1/extras.listSessions" })
    expect(await server(forbidden)).toEqual({ status: 403, code: "forbidden" })
  })
})
