import { connect } from "node:net"
import { describe, expect, test } from "vitest"
import { openWire } from "../../../workshop/src/http/open-wire.ts"
import { serve } from "../../src/http/server.ts"
import { upkeep } from "../../src/index.ts"
import { openForTests } from "../support/open-for-tests.ts"

const wire = openForTests(openWire)

/** Sends bytes unchanged, and returns the head and the body of the answer. */
function raw(text: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(wire.port, "127.0.0.1", () => socket.write(text))
    let answer = ""
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.on("error", reject)
    socket.on("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n")
      resolve({ status: Number(head.split(" ")[1]), head, body })
    })
  })
}

type Change = {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

const send = async ({
  method = "POST",
  path = "/v1/getUser",
  headers = {},
  body = '{"args":["x"]}',
}: Change) =>
  fetch(wire.url + path, {
    method,
    headers: {
      authorization: `Bearer ${wire.key}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...headers,
    },
    body,
  })

const request = (target: string): string =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${wire.key}\r\nContent-Type: application/json\r\n` +
  `Idempotency-Key: ${crypto.randomUUID()}\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{"args":["x"]}`

describe("SEC-K3 only one spelling of a path matches a call", () => {
  test.each([
    "/v1/../v1/getUser",
    "/v1/./getUser",
    "/v1//getUser",
    "//v1/getUser",
    "/v1%2fgetUser",
    "/v1/%67etUser",
    "/v1/getUser/",
    "/v1/getUser;x",
    "/v1/getUser?x=1",
    "/v1/getUser%3F",
    "/v1/getUser%00",
    "/v1/getuser",
    "/V1/getUser",
    "/v2/getUser",
    "/v1/getUser/../deleteUser",
    "/v1/..%2fgetUser",
    "/v1\\getUser",
    "/x/v1/getUser",
    "/v1/",
    "/v1/__proto__",
    "/v1/constructor",
    "/v1/toString",
    "http://other.example/v1/../v1/getUser",
  ])("%s", async (target) => {
    const { status } = await raw(request(target))
    expect([400, 404]).toContain(status)
  })

  test("the exact spelling matches", async () => {
    expect((await raw(request("/v1/getUser"))).body).toBe('{"result":null}')
  })

  test.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s makes no call", async (method) => {
    const { body: _, ...rest } = { method, body: "" }
    const response = await fetch(`${wire.url}/v1/getUser`, {
      ...rest,
      headers: { authorization: `Bearer ${wire.key}` },
    })
    expect(response.status).toBe(405)
  })
})

describe("SEC-K7 limits", () => {
  const statusAndCode = async (change: Change) => {
    const response = await send(change)
    const { error }: { error?: { code: string } } = JSON.parse(await response.text())
    return [response.status, error?.code]
  }

  test("a body of more than 256 KiB is refused, with or without a content length", async () => {
    const body = JSON.stringify({ args: ["x".repeat(256 * 1024)] })
    expect(await statusAndCode({ body })).toEqual([413, "too_large"])
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    })
    const response = await fetch(`${wire.url}/v1/getUser`, {
      method: "POST",
      headers: { authorization: `Bearer ${wire.key}`, "content-type": "application/json" },
      body: chunked,
      duplex: "half",
    } as RequestInit)
    expect(response.status).toBe(413)
  })

  test.each(["5", "", "-1", "1e1", "nonsense"])(
    "a body is read only up to the limit, even when its declared length is %j",
    async (length) => {
      let pulled = 0
      const endless = new ReadableStream({
        pull(controller) {
          pulled++
          if (pulled > 100) controller.close()
          else controller.enqueue(new Uint8Array(64 * 1024))
        },
      })
      const headers = { authorization: `Bearer ${wire.key}`, "content-type": "application/json" }
      const init = { method: "POST", headers: { ...headers, "content-length": length }, body: endless }
      const request = new Request(`${wire.url}/v1/getUser`, { ...init, duplex: "half" } as RequestInit)
      const handle = serve(wire.behind, { keys: [wire.record] })
      expect((await handle(request)).status).toBe(413)
      expect(pulled).toBeLessThan(10)
    },
  )

  test.each([
    ["deep lists", `{"args":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`],
    ["deep objects", `{"args":[${'{"a":'.repeat(8)}1${"}".repeat(8)}]}`],
    ["many keys", `{"args":[{${Array.from({ length: 101 }, (_, nth) => `"k${nth}":1`).join()}}]}`],
    ["a duplicate key", '{"args":["x"],"args":["y"]}'],
    ["a duplicate key in another spelling", '{"args":[{"id":"a","\\u0069d":"b"}]}'],
    ["a number that loses digits", '{"args":[12345678901234567890]}'],
    ["an infinite number", '{"args":[1e999]}'],
    ["invalid JSON", "{"],
    ["a comment", '{"args":[]/**/}'],
    ["more than one value", '{"args":[]}{}'],
    ["a byte order mark", '\ufeff{"args":["x"]}'],
    ["invalid UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["a list instead of an object", "[]"],
    ["null", "null"],
    ["no arguments", "{}"],
    ["arguments that are not a list", '{"args":{"0":"x"}}'],
    ["too many arguments", '{"args":["x","y"]}'],
    ["another member besides the arguments", '{"args":["x"],"userId":"eve"}'],
    ["nothing", ""],
  ])("%s", async (_, body) => {
    expect(await statusAndCode({ path: "/v1/getUserByAccount", body })).toEqual([400, "invalid"])
  })

  test.each(["text/plain", "application/json; charset=utf-8", "application/x-www-form-urlencoded", ""])(
    "content of type %j is refused",
    async (type) => {
      expect(await statusAndCode({ headers: { "content-type": type } })).toEqual([415, "unsupported_type"])
    },
  )

  test("compressed content is refused", async () => {
    expect(await statusAndCode({ headers: { "content-encoding": "gzip" } })).toEqual([
      415,
      "unsupported_type",
    ])
  })

  test("SEC-J2 a value of another kind is refused, and the error names the field", async () => {
    const response = await send({ path: "/v1/createUser", body: '{"args":[{"email":{"$ne":null}}]}' })
    expect(await response.json()).toEqual({
      error: { code: "invalid", operation: "createUser", model: "user", fields: ["email"] },
    })
  })
})

describe("SEC-J5 names from Object.prototype", () => {
  test("do not reach a prototype", async () => {
    const hostile =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"email":"p@example.com"}'
    const response = await send({ path: "/v1/createUser", body: `{"args":[${hostile}]}` })
    expect(response.status).toBe(200)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.keys((await response.json()).result).sort()).toEqual(
      ["id", "name", "email", "emailVerified", "image"].sort(),
    )
  })
})

describe("SEC-K11 every answer", () => {
  test.each([
    ["a result", {}],
    ["an error", { body: "{" }],
    ["an unauthenticated request", { headers: { authorization: "" } }],
    ["an unknown call", { path: "/v1/nothing" }],
  ] as const)("that is %s is not stored, and not for other origins", async (_, change) => {
    const { headers } = await send(change)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("content-type")).toBe("application/json")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
  })
})

test("SEC-K2 a body cannot identify the caller", async () => {
  const before = await upkeep(wire.behind)?.count("user")
  const response = await send({
    headers: { authorization: "", "x-api-key": wire.key, cookie: `key=${wire.key}` },
    path: "/v1/createUser",
    body: JSON.stringify({ args: [{ email: "eve@example.com" }], key: wire.key }),
  })
  expect(response.status).toBe(401)
  expect(await upkeep(wire.behind)?.count("user")).toBe(before)
})
