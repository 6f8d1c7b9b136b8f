import { afterEach, describe, expect, test } from "vitest"
import { listen } from "../../../workshop/src/http/listen.ts"
import { nodeListener } from "../../src/cli/serve/node-listener.ts"
import type { Adapter } from "../../src/contract/adapter.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createService } from "../../src/http/server/service.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { MortiseError } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { countingAdapter } from "./support/counting-adapter.ts"
import { type Fault, faultProxy, faults, type Passing } from "./support/fault-proxy.ts"

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Client → proxy with faults → server → adapter. */
async function open(behind: Adapter, plan: (passing: Passing) => Fault, retries: number, timeout: number) {
  const { key, record } = await createServiceKey({ id: "test", permissions: ["operations"] })
  const server = await listen(nodeListener(createService(behind, { keys: [record] }).answer))
  const proxy = await faultProxy(() => server.port, plan)
  closing.push(server.close, proxy.settle, proxy.close)
  const adapter = httpAdapter({ url: proxy.url, key, retries, timeoutSeconds: timeout / 1000 })
  return { adapter, settle: proxy.settle }
}

/** Short where the client must give up, long where it must wait. */
const timeoutFor = (fault: Fault): number => (fault === "silence" || fault === "delay" ? 500 : 20_000)

/** The fault happens to the first attempt of each write and read; later attempts pass. */
function once(fault: Fault): (passing: Passing) => Fault {
  const seen = new Set<string>()
  return ({ headers, path, body }) => {
    const id = String(headers["idempotency-key"] ?? path + body)
    if (seen.has(id)) return "pass"
    seen.add(id)
    return fault
  }
}

const token = {
  identifier: "ada@example.com",
  token: "hashed",
  expires: new Date("2098-01-01T00:00:00.001Z"),
}

describe.each(faults)("SEC-K6 SEC-N15 after one %s", (fault) => {
  test("SEC-K4 a write has one effect and its answer arrives", async () => {
    const { adapter: behind, calls } = countingAdapter()
    const { adapter, settle } = await open(behind, once(fault), 3, timeoutFor(fault))
    const user = await adapter.createUser({ id: "ada", email: "ada@example.com" })
    expect(user).toEqual({
      id: "ada",
      email: "ada@example.com",
      name: null,
      image: null,
      emailVerified: null,
    })
    expect(await adapter.updateUser({ id: "ada", name: "Ada" })).toMatchObject({ name: "Ada" })
    await settle()
    expect([...calls.values()]).toEqual([1, 1])
    expect(await behind.getUser("ada")).toMatchObject({ name: "Ada" })
  })

  test("SEC-K5 a retry of the same use of a token gets it again, and no other caller does", async () => {
    const { adapter: behind, calls } = countingAdapter()
    const { adapter, settle } = await open(behind, once(fault), 3, timeoutFor(fault))
    await adapter.createVerificationToken(token)
    const key = { identifier: token.identifier, token: token.token }
    expect(await adapter.useVerificationToken(key)).toEqual(token)
    await settle()
    expect(calls.get(`useVerificationToken ${JSON.stringify([key])}`)).toBe(1)
    expect(await adapter.useVerificationToken(key)).toBeNull()
  })

  test("a lookup finds the row", async () => {
    const behind = memoryAdapter()
    await behind.createUser({ id: "ada", email: "ada@example.com" })
    await behind.createSession({ sessionToken: "s", userId: "ada", expires: token.expires })
    const { adapter } = await open(behind, once(fault), 3, timeoutFor(fault))
    expect(await adapter.getUser("ada")).not.toBeNull()
    expect(await adapter.getUserByEmail("ada@example.com")).not.toBeNull()
    const many = await Promise.all(Array.from({ length: 20 }, () => adapter.getSessionAndUser("s")))
    expect(many.every((found) => found?.user.id === "ada")).toBe(true)
  })
})

/** How many effects a write may have when its only attempt met the fault, and its error code. */
const leftBy: Readonly<Record<Fault, { code?: string; effects: number }>> = {
  pass: { effects: 1 },
  "lose request": { code: "indeterminate", effects: 0 },
  "lose answer": { code: "indeterminate", effects: 1 },
  duplicate: { effects: 1 },
  silence: { code: "indeterminate", effects: 1 },
  delay: { code: "indeterminate", effects: 1 },
  truncate: { code: "indeterminate", effects: 1 },
  "cut short": { code: "indeterminate", effects: 1 },
  drip: { effects: 1 },
  "502 after": { code: "indeterminate", effects: 1 },
  "502 before": { code: "indeterminate", effects: 0 },
}

describe.each(faults)("SEC-N4 when every attempt meets %s", (fault) => {
  const codeOf = async (call: Promise<unknown>) => {
    try {
      await call
      return undefined
    } catch (error) {
      return error instanceof MortiseError ? error.code : `${error}`
    }
  }

  test("a write is never reported as not applied", async () => {
    const { adapter: behind, calls } = countingAdapter()
    const { adapter, settle } = await open(behind, () => fault, 0, timeoutFor(fault))
    const code = await codeOf(adapter.createUser({ id: "ada", email: "ada@example.com" }))
    await settle()
    const effects = calls.size
    expect(code).toBe(leftBy[fault].code)
    expect(effects).toBe(leftBy[fault].effects)
  })

  test("a lookup throws and never returns null", async () => {
    const behind = memoryAdapter()
    await behind.createUser({ id: "ada", email: "ada@example.com" })
    const { adapter } = await open(behind, () => fault, 1, timeoutFor(fault))
    const works = fault === "pass" || fault === "drip" || fault === "duplicate"
    expect(await codeOf(adapter.getUser("ada"))).toBe(works ? undefined : "transient")
    expect(await codeOf(adapter.getSessionAndUser("none"))).toBe(works ? undefined : "transient")
  })
})
