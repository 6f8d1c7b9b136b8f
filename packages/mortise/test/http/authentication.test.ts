import { describe, expect, test } from "vitest"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import { getCalls } from "../../src/http/protocol/calls.ts"
import { authPermissions, fieldPermissions } from "../../src/http/protocol/permissions.ts"
import {
  type Caller,
  createServiceKey,
  insecureWithoutAuthentication,
  type Permission,
  serve,
} from "../../src/http/server.ts"
import { MortiseError } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { callRequest, outcomeOf } from "./support/requests.ts"

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const calls = [...getCalls(defaultSchema(), () => {}).values()]
const unauthorized = { status: 401, code: "unauthorized" }

describe("SEC-K1 without a valid key", () => {
  test.each(["v1/getUser", "v1/nothing", "v2/getUser", "", "v1/openapi.json", "v1/../v1/getUser"])(
    "/%s is refused in the same way with any method",
    async (path) => {
      const { record } = await createServiceKey({ id: "web", permissions: ["operations"] })
      const server = serve(memoryAdapter(), { keys: [record] })
      for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
        const response = await server(new Request(`https://data.example/${path}`, { method }))
        expect(response.headers.get("www-authenticate")).toBe("Bearer")
        expect(await outcomeOf(response)).toEqual(unauthorized)
      }
    },
  )

  test("the body is not read", async () => {
    const { record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const server = serve(memoryAdapter(), { keys: [record] })
    const body = new ReadableStream({
      pull() {
        throw new Error("the body was read")
      },
    })
    const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" }
    const request = new Request("https://data.example/v1/getUser", init)
    expect(await outcomeOf(await server(request))).toEqual(unauthorized)
    expect(request.bodyUsed).toBe(false)
  })
})

test("SEC-S1: a key of 16 KiB is not compared with every known key", async () => {
  const made = await Promise.all(
    Array.from({ length: 64 }, (_, nth) =>
      createServiceKey({ id: `web-${nth}`, permissions: ["operations"] }),
    ),
  )
  const server = serve(memoryAdapter(), { keys: made.map(({ record }) => record) })
  for (const { key } of made) await server(callRequest("getUser", ["x"], bearer(key)))
  const cost = async (authorization: string) => {
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const requests = Array.from({ length: 25 }, () => callRequest("getUser", ["x"], { authorization }))
      const before = process.cpuUsage()
      for (const request of requests) expect((await server(request)).status).toBe(401)
      const { user, system } = process.cpuUsage(before)
      times.push(user + system)
    }
    // The collection of garbage and other work of the process only add to the others.
    return Math.min(...times)
  }
  const other = await cost(`Basic ${"x".repeat(16_000)}`)
  expect(await cost(`Bearer ${"x".repeat(16_000)}`)).toBeLessThan(8 * other)
})

describe("SEC-K13 service keys", () => {
  test("have a prefix and a checksum, and are stored as a hash", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    expect(key).toMatch(/^mrt_[0-9A-Za-z]{49}$/)
    expect(JSON.stringify(record)).not.toContain(key.slice(4))
    const keys = await Promise.all(
      Array.from({ length: 200 }, () => createServiceKey({ id: "x", permissions: [] })),
    )
    expect(new Set(keys.map((made) => made.key)).size).toBe(200)
  })

  test("a guessed key, a similar key and a part of a key are refused", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const server = serve(memoryAdapter(), { keys: [record] })
    const other = (await createServiceKey({ id: "web", permissions: ["operations"] })).key
    const flipped = key.replace(/.$/, (last) => (last === "a" ? "b" : "a"))
    const wrong = [
      other,
      flipped,
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      record.hash,
      "",
      "undefined",
    ]
    expect((await server(callRequest("getUser", ["x"], bearer(key)))).status).toBe(200)
    for (const guess of wrong)
      expect(await outcomeOf(await server(callRequest("getUser", ["x"], bearer(guess))))).toEqual(
        unauthorized,
      )
    for (const authorization of [key, `Basic ${btoa(`web:${key}`)}`, `bearer ${key}`, `Bearer  ${key}`])
      expect(await outcomeOf(await server(callRequest("getUser", ["x"], { authorization })))).toEqual(
        unauthorized,
      )
  })

  test("two keys are valid at the same time, and each is refused when it has expired", async () => {
    let time = Date.parse("2026-03-04T05:06:07Z")
    const permissions = ["operations"] as const
    const old = await createServiceKey({ id: "web", permissions, expires: new Date(time + 1000) })
    const fresh = await createServiceKey({ id: "web", permissions })
    const server = serve(memoryAdapter(), { keys: [old.record, fresh.record], now: () => time })
    const statusOf = async (key: string) => (await server(callRequest("getUser", ["x"], bearer(key)))).status
    expect([await statusOf(old.key), await statusOf(fresh.key)]).toEqual([200, 200])
    time += 999
    expect(await statusOf(old.key)).toBe(200)
    time += 1
    expect([await statusOf(old.key), await statusOf(fresh.key)]).toEqual([401, 200])
  })

  test("a key that is removed from the list is refused at once, even after it was used", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    let keys: readonly Caller[] = [record]
    const server = serve(memoryAdapter(), { keys: async () => keys })
    expect((await server(callRequest("getUser", ["x"], bearer(key)))).status).toBe(200)
    keys = []
    expect(await outcomeOf(await server(callRequest("getUser", ["x"], bearer(key))))).toEqual(unauthorized)
  })

  test("onRequest gets the id of the key and the call, and no other data", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const seen: object[] = []
    const server = serve(memoryAdapter(), { keys: [record], onRequest: (one) => seen.push(one) })
    await server(callRequest("getUser", ["canary"], bearer(key)))
    expect(seen).toEqual([{ call: "getUser", caller: "web", status: 200, durationMs: expect.any(Number) }])
  })
})

describe("SEC-K1 permissions", () => {
  const allowedBy = async (permissions: readonly Permission[]) => {
    const { key, record } = await createServiceKey({ id: "web", permissions })
    const server = serve(memoryAdapter(), { keys: [record] })
    const allowed: string[] = []
    for (const { name } of calls) {
      const { code } = await outcomeOf(await server(callRequest(name, [], bearer(key))))
      if (code !== "forbidden") allowed.push(name)
    }
    return allowed
  }
  const namesOf = (fits: (call: (typeof calls)[number]) => boolean) =>
    calls.filter(fits).map(({ name }) => name)

  test.each(["operations", "extras", "upkeep", "slots"] as const)(
    "%s allow only their own calls",
    async (group) => {
      expect(await allowedBy([group, ...fieldPermissions])).toEqual(namesOf((call) => call.group === group))
    },
  )

  test("reads change nothing", async () => {
    const reads = namesOf(({ group, effect }) => group === "operations" && effect === "read")
    expect(await allowedBy(["reads"])).toEqual(reads)
    expect(reads.filter((name) => !/^(get|list)/.test(name))).toEqual([])
  })

  test.each(calls.map(({ name }) => name))("%s allows only itself", async (name) => {
    // The batched lookup needs the permission of the single lookup.
    const many = ["getSessionAndUser", "getSessionsAndUsers"]
    const expected = { getSessionAndUser: many, getSessionsAndUsers: [] }[name as string] ?? [name]
    expect(await allowedBy([name, ...fieldPermissions])).toEqual(expected)
  })

  test("permissions for secret fields and metrics allow no call", async () => {
    expect(await allowedBy([...fieldPermissions, "metrics"])).toEqual([])
  })

  test("pages whose cursor holds a secret need the permission for it, and the error names the model", async () => {
    const upkeep = await allowedBy(["upkeep"])
    const refused = namesOf(({ name, group }) => group === "upkeep" && !upkeep.includes(name))
    expect(refused).toEqual(["upkeep.page.session", "upkeep.page.verificationToken"])
    const { key, record } = await createServiceKey({ id: "web", permissions: ["upkeep"] })
    const server = serve(memoryAdapter(), { keys: [record] })
    const response = await server(callRequest("upkeep.page.session", [{}], bearer(key)))
    expect(await response.json()).toEqual({
      error: { code: "forbidden", operation: "upkeep.page.session", model: "session" },
    })
  })

  test("auth allows the calls that mortise/auth needs", async () => {
    const listed: readonly string[] = [...authPermissions, "getSessionsAndUsers"]
    expect(await allowedBy(["auth"])).toEqual(namesOf(({ name }) => listed.includes(name)))
    expect(await allowedBy([...authPermissions])).toEqual(await allowedBy(["auth"]))
  })

  test("a forbidden call is refused before its arguments are read", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["getUser"] })
    const server = serve(memoryAdapter(), { keys: [record] })
    const request = new Request("https://data.example/v1/deleteUser", {
      method: "POST",
      headers: bearer(key),
      body: "{",
    })
    expect(await outcomeOf(await server(request))).toEqual({ status: 403, code: "forbidden" })
  })
})

describe("invalid options are refused when the server is created", () => {
  const hash = "0123456789".repeat(5).slice(0, 43)
  const record = { id: "web", hash, permissions: ["operations"] }
  test.each([
    ["no keys", {}, /createServiceKey/],
    ["an empty list", { keys: [] }, /createServiceKey/],
    ["an id with a line break", { keys: [{ ...record, id: "a\nb" }] }, /id of 1 to 64/],
    ["an invalid hash", { keys: [{ ...record, hash: "short" }] }, /hash/],
    ["an unknown permission", { keys: [{ ...record, permissions: ["everything"] }] }, /permissions/],
    ["an expiry that is not a date", { keys: [{ ...record, expires: "2027" }] }, /Date/],
    ["a short secret", { keys: [{ ...record, hash: undefined, secret: "short" }] }, /32/],
    [
      "signatures without slots",
      { keys: [{ id: "a", secret: hash, permissions: [] }], idempotencyStore: false },
      /slots/,
    ],
    ["keys and no authentication", { keys: [record], [insecureWithoutAuthentication]: true }, /exclude/],
    ["a path without a slash", { keys: [record], path: "auth" }, /path/],
  ] as const)("%s", (_, options, message) => {
    const make = () => serve(memoryAdapter(), options as unknown as Parameters<typeof serve>[1])
    expect(make).toThrow(MortiseError)
    expect(make).toThrow(message)
  })

  test("only a symbol turns authentication off", async () => {
    const text = { insecureWithoutAuthentication: true } as unknown as Parameters<typeof serve>[1]
    expect(() => serve(memoryAdapter(), text)).toThrow(/no option "insecureWithoutAuthentication"/)
    const server = serve(memoryAdapter(), { [insecureWithoutAuthentication]: true })
    expect((await server(callRequest("createUser", [{ email: "ada@example.com" }]))).status).toBe(200)
  })
})
