import { describe, expect, test } from "vitest"
import { createServiceKey, limitRate, type RequestSource, serve } from "../../src/http/server.ts"
import { slots } from "../../src/index.ts"
import { toNetwork, toNetworks } from "../../src/shared/to-network.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { callRequest, outcomeOf } from "./support/requests.ts"

const permissions = ["operations"] as const
const limited = { status: 429, code: "rate_limited" }

describe("SEC-K10 a rate limit", () => {
  const open = async (requests: number) => {
    let time = Date.parse("2026-03-04T05:06:00Z")
    const store = memoryAdapter({ now: () => time })
    const counted = slots(store)
    if (!counted) throw new Error("memory has slots")
    const one = await createServiceKey({ id: "one", permissions })
    const two = await createServiceKey({ id: "two", permissions })
    const rateLimit = limitRate(counted, { max: requests, perSeconds: 60, now: () => time })
    const start = () => serve(store, { keys: [one.record, two.record], rateLimit, now: () => time })
    const servers = [start(), start()] as const
    const call = (key: string, address?: string, nth: 0 | 1 = 0) =>
      servers[nth](
        callRequest("getUser", ["x"], { authorization: `Bearer ${key}` }),
        address ? { address } : {},
      )
    return {
      call,
      one: one.key,
      two: two.key,
      advance: (ms: number) => {
        time += ms
      },
    }
  }

  test("keeps a count until its period ends", async () => {
    const { call, one, advance } = await open(1)
    expect((await call(one)).status).toBe(200)
    advance(59_999)
    expect((await call(one)).status).toBe(429)
    advance(1)
    expect((await call(one)).status).toBe(200)
  })

  test("counts each key separately, over all servers of a store, and starts again", async () => {
    const { call, one, two, advance } = await open(2)
    expect((await call(one)).status).toBe(200)
    expect((await call(one, undefined, 1)).status).toBe(200)
    const refused = await call(one)
    expect(refused.headers.get("retry-after")).toBe("1")
    expect(await outcomeOf(refused)).toEqual(limited)
    expect((await call(two)).status).toBe(200)
    advance(60_000)
    expect((await call(one)).status).toBe(200)
  })

  test("counts addresses before it checks keys, so that guessing is limited", async () => {
    const { call } = await open(2)
    const guess = () => call("mrt_guess", "203.0.113.7")
    expect([(await guess()).status, (await guess()).status]).toEqual([401, 401])
    expect(await outcomeOf(await guess())).toEqual(limited)
    expect((await call("mrt_guess", "203.0.113.8")).status).toBe(401)
  })

  test("can be any function, which is called first without and then with the key", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions })
    const asked: RequestSource[] = []
    const rateLimit = (visitor: RequestSource) => asked.push(visitor) < 2
    const server = serve(memoryAdapter(), { keys: [record], rateLimit })
    const request = callRequest("getUser", ["x"], { authorization: `Bearer ${key}` })
    expect(await outcomeOf(await server(request, { address: "::1" }))).toEqual(limited)
    expect(asked).toEqual([{ address: "::1" }, { address: "::1", caller: "web", call: "getUser" }])
  })

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["[2001:db8::1]", "2001:db8:0:0::/64"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:FFFF:203.0.113.7", "203.0.113.7"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
  ])("counts %s as %s", (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })

  test.each([
    ["203.0.113.7:51234", "203.0.113.7"],
    [" 203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8:1:2:3:4:5:6]:51234", "2001:db8:1:2::/64"],
    ["[::ffff:203.0.113.7]:51234", "203.0.113.7"],
    ["[fe80::1%eth0]:51234", "fe80:0:0:0::/64"],
  ])("SEC-R12 does not count the port of %s", (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })
})

test("SEC-S8: an IPv6 customer's network is also counted by its first 56 bits", () => {
  expect(toNetworks("2001:db8:1:2ff::1")).toEqual(["2001:db8:1:2ff::/64", "2001:db8:1:200::/56"])
  expect(toNetworks("2001:db8:1:280::9")).toEqual(["2001:db8:1:280::/64", "2001:db8:1:200::/56"])
  expect(toNetworks("2001:db8:1:300::1")[1]).toBe("2001:db8:1:300::/56")
  expect(toNetworks("203.0.113.7")).toEqual(["203.0.113.7"])
  expect(toNetworks("[::ffff:203.0.113.7]:80")).toEqual(["203.0.113.7"])
})

test("SEC-S1: a header of kilobytes instead of an address does not take long", () => {
  expect(toNetwork(`::${"1".repeat(16_000)}`)).toMatch(/^.{1,100}$/)
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    for (const part of ["1", "1.", ":", "[", "%", " "]) toNetwork(`::${part.repeat(16_000 / part.length)}`)
    return process.cpuUsage(before).user / 1000
  })
  // The quadratic search of the last part took ten times as long.
  expect(Math.min(...times)).toBeLessThan(50)
})

describe("SEC-K12 draining", () => {
  test("finishes requests in progress and refuses new ones", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions })
    const store = memoryAdapter()
    let finish: (() => void) | undefined
    const slow: typeof store.getUser = (id) =>
      new Promise((resolve) => {
        finish = () => resolve(store.getUser(id))
      })
    const server = serve({ ...store, getUser: slow }, { keys: [record] })
    const call = () => server(callRequest("getUser", ["x"], { authorization: `Bearer ${key}` }))
    const early = call()
    await expect.poll(() => finish).toBeDefined()
    let isDrained = false
    const drained = server.drain().then(() => {
      isDrained = true
    })
    const late = await call()
    expect(late.headers.get("connection")).toBe("close")
    expect(await outcomeOf(late)).toEqual({ status: 503, code: "draining" })
    expect(isDrained).toBe(false)
    finish?.()
    expect((await early).status).toBe(200)
    await drained
  })
})

test("a server that is mounted below a path answers only there", async () => {
  const { key, record } = await createServiceKey({ id: "web", permissions })
  const server = serve(memoryAdapter(), { keys: [record], path: "/api/auth-data" })
  const at = (path: string) =>
    server(
      new Request(`https://app.example${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: '{"args":["x"]}',
      }),
    )
  expect((await at("/api/auth-data/v1/getUser")).status).toBe(200)
  for (const path of [
    "/v1/getUser",
    "/api/auth-datav1/getUser",
    "/x/api/auth-data/v1/getUser",
    "/api/auth-data/v1",
  ])
    expect((await at(path)).status).toBe(404)
})
