import { setImmediate } from "node:timers/promises"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { type HttpOptions, httpAdapter } from "../../src/http/client.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { createBatcher } from "../../src/shared/batcher.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openDirect } from "./support/open-direct.ts"

const expires = new Date("2098-01-01T00:00:00.001Z")

/** A store with sessions, and a client whose requests wait until a gate is opened. */
async function openGated(sessions = 200) {
  const behind = memoryAdapter()
  await behind.createUser({ id: "ada", email: "ada@example.com" })
  for (let nth = 0; nth < sessions; nth++)
    await behind.createSession({ sessionToken: `s${nth}`, userId: "ada", expires })
  const { server, key } = await openDirect(behind)
  const sent: { name: string; args: unknown[] }[] = []
  let waiting: (() => void)[] = []
  let isOpen = false
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { args } = await request.clone().json()
    sent.push({ name: request.url.split("/").at(-1) ?? "", args })
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
    return server(request)
  }
  const open = () => {
    isOpen = true
    for (const go of waiting) go()
    waiting = []
  }
  /** Waits until so many requests were sent. */
  const reach = (count: number) => vi.waitUntil(() => sent.length >= count, { timeout: 30_000, interval: 1 })
  const adapter = httpAdapter({ url: "https://data.example", key, fetch, retries: 0 })
  /** Two lookups, one after the other, that wait at the gate. */
  const occupy = async () => {
    const first = adapter.getSessionAndUser("s0")
    await reach(1)
    const second = adapter.getSessionAndUser("s1")
    await reach(2)
    return [first, second]
  }
  return { behind, adapter, sent, open, reach, occupy, fetch, key }
}

const names = (sent: readonly { name: string }[]) => sent.map(({ name }) => name)

describe("batch when busy", () => {
  test("a lone call is sent at once, and so is a second one", async () => {
    const { sent, open, occupy } = await openGated()
    const calls = await occupy()
    expect(names(sent)).toEqual(["getSessionAndUser", "getSessionAndUser"])
    open()
    expect((await Promise.all(calls)).map((found) => found?.session.sessionToken)).toEqual(["s0", "s1"])
  })

  const secret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"
  const signing = { id: "web", secret }
  test.each<[what: string, one: Partial<HttpOptions>, other: Partial<HttpOptions>]>([
    ["key", {}, {}],
    ["server", {}, { url: "https://other.example" }],
    ["signing id", { signing }, { signing: { ...signing, id: "other" } }],
    ["signing secret", { signing }, { signing: { ...signing, secret: `${secret}2` } }],
    ["audience", { signing }, { signing: { ...signing, audience: "https://other.example" } }],
  ])("a lookup with another %s is never part of a batch", async (what, one, other) => {
    const { sent, open, reach, fetch, key } = await openGated()
    const { key: otherKey } = await createServiceKey({ id: "other", permissions: ["operations"] })
    const adapterOf = (options: Partial<HttpOptions>, ofKey: string) =>
      httpAdapter({
        ...{ url: "https://data.example", fetch, retries: 0 },
        ...(options.signing ? {} : { key: ofKey }),
        ...options,
      })
    const first = adapterOf(one, key)
    const second = adapterOf(other, what === "key" ? otherKey : key)
    const calls: Promise<unknown>[] = []
    for (const token of ["s0", "s1"]) {
      calls.push(first.getSessionAndUser(token))
      await reach(calls.length)
    }
    // The next lookup of the first adapter would wait for these two.
    calls.push(second.getSessionAndUser("s2"))
    await reach(3)
    expect(sent[2]).toEqual({ name: "getSessionAndUser", args: ["s2"] })
    open()
    await Promise.allSettled(calls)
  })

  test("calls of the same moment are sent together, and so are the calls that follow their answers", async () => {
    const { adapter, sent, open } = await openGated()
    open()
    const caller = async (nth: number) => {
      for (let round = 0; round < 5; round++) await adapter.getSessionAndUser(`s${nth}`)
    }
    await Promise.all(Array.from({ length: 32 }, (_, nth) => caller(nth)))
    expect(sent.map(({ args }) => (args[0] as string[]).length)).toEqual([32, 32, 32, 32, 32])
  })

  test("later calls are sent together, and each gets its own answer", async () => {
    const { adapter, sent, open, occupy } = await openGated()
    await occupy()
    const tokens = [...Array.from({ length: 40 }, (_, nth) => `s${nth}`), "unknown", "s3", "s3"]
    const calls = tokens.map((token) => adapter.getSessionAndUser(token))
    open()
    const found = await Promise.all(calls)
    expect(found.map((one) => one?.session.sessionToken ?? "unknown")).toEqual(tokens)
    expect(names(sent)).toEqual(["getSessionAndUser", "getSessionAndUser", "getSessionsAndUsers"])
    expect(sent[2]?.args).toEqual([[...new Set(tokens)]])
    expect(found.at(-1)).not.toBe(found.at(-2))
    expect(found.at(-1)?.user).not.toBe(found.at(-2)?.user)
  })

  test("a batch has a limit", async () => {
    const { adapter, sent, open } = await openGated()
    const calls = Array.from({ length: 150 }, (_, nth) => adapter.getSessionAndUser(`s${nth}`))
    open()
    expect((await Promise.all(calls)).every((found) => found?.user.id === "ada")).toBe(true)
    expect(sent.map(({ args }) => (args[0] as string[]).length)).toEqual([64, 64, 22])
  })

  test("SEC-D7 a call never finds a session that was revoked before the call", async () => {
    const { adapter, behind, open, reach } = await openGated()
    const early = Array.from({ length: 10 }, () => adapter.getSessionAndUser("s0"))
    await reach(1)
    await behind.deleteSession("s0")
    const late = adapter.getSessionAndUser("s0")
    open()
    expect(await late).toBeNull()
    await Promise.all(early)
  })

  test("SEC-A2 an error reaches all callers of the batch, with the operation that they called", async () => {
    const { behind } = await openGated(1)
    const failing: typeof behind = { ...behind, getSessionAndUser: () => Promise.reject(new Error("down")) }
    const { server, key } = await openDirect(failing)
    const fetch = (input: RequestInfo | URL, init?: RequestInit) => server(new Request(input, init))
    const adapter = httpAdapter({ url: "https://data.example", key, fetch, retries: 0 })
    const calls = Array.from({ length: 10 }, () => adapter.getSessionAndUser("s0"))
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { code: "transient", operation: "getSessionAndUser" },
      })
  })

  test("adapters that are created for each request share the requests in flight", async () => {
    const { fetch, key, sent, open, occupy } = await openGated()
    await occupy()
    const calls = Array.from({ length: 20 }, (_, nth) =>
      httpAdapter({ url: "https://data.example", key, fetch }).getSessionAndUser(`s${nth}`),
    )
    open()
    await Promise.all(calls)
    expect(sent).toHaveLength(3)
  })

  test("long and unusual tokens are sent alone", async () => {
    const { adapter, sent, open, occupy } = await openGated()
    await occupy()
    const strange = ["é".repeat(10), "x".repeat(513), "\u0000"]
    const calls = ["s2", "s3", ...strange].map((token) => adapter.getSessionAndUser(token))
    open()
    await Promise.all(calls)
    expect(sent.filter(({ name }) => name === "getSessionAndUser")).toHaveLength(5)
    expect(sent.at(-1)?.args).toEqual([["s2", "s3"]])
  })

  test("calls do not wait behind requests that never return", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const sent: string[] = []
    const never = new Promise<never>(() => {})
    const batcher = createBatcher<string>({
      runOne: (token) => {
        sent.push(token)
        return token.startsWith("stuck") ? never : Promise.resolve(token)
      },
      runMany: async () => (token) => token,
      most: 64,
      collects: true,
    })
    for (const token of ["stuck 1", "stuck 2"]) {
      void batcher(token)
      await setImmediate()
    }
    const held = batcher("held")
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toEqual(["stuck 1", "stuck 2"])
    await vi.advanceTimersByTimeAsync(1)
    expect(await held).toBe("held")
    // Other files of the same process may have timers too.
    const timers = vi.getTimerCount()
    expect(await batcher("later"), "and later ones do not even notice").toBe("later")
    expect(vi.getTimerCount()).toBe(timers)
  })

  test("an option turns batching off", async () => {
    const { fetch, key, sent, open } = await openGated()
    const adapter = httpAdapter({ url: "https://data.example", key, fetch, batch: false })
    const calls = Array.from({ length: 20 }, (_, nth) => adapter.getSessionAndUser(`s${nth}`))
    open()
    await Promise.all(calls)
    expect(sent).toHaveLength(20)
  })
})
