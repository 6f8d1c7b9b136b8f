import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { said, startServer } from "./support/run-cli.ts"
import { runCommand } from "./support/run-command.ts"

const permissions = ["operations"] as const
const canary = "canary-2718@example.com"

/** A server on memory, configured by the environment alone. */
async function openFromEnvironment(args: readonly string[] = []) {
  const { key, record } = await createServiceKey({ id: "web", permissions })
  const env = { MORTISE_ADAPTER: "memory", MORTISE_KEYS: JSON.stringify([record]) }
  const server = await startServer(["--port", "0", ...args], { cwd: temporaryTree({}), env })
  return { ...server, key, adapter: httpAdapter({ url: server.url, key, retries: 0 }) }
}

/** A server whose lookups of some ids are slow, and print a line when they start. */
async function openSlow(args: readonly string[] = []) {
  const { key, record } = await createServiceKey({ id: "web", permissions })
  const config = `
    import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"
    const store = memoryAdapter()
    const getUser = async (id) => {
      console.log("looking up " + id)
      if (id === "slow") await new Promise((resolve) => setTimeout(resolve, 1000))
      if (id === "stuck") await new Promise((resolve) => setTimeout(resolve, 60_000))
      return store.getUser(id)
    }
    export const adapter = async () => ({ ...store, getUser })
    export const options = { keys: ${JSON.stringify([record])} }
    export const close = () => console.log("closed")`
  const cwd = temporaryTree({ "mortise.config.mjs": config })
  const server = await startServer(["--port", "0", ...args], { cwd })
  return { ...server, adapter: httpAdapter({ url: server.url, key, retries: 0 }) }
}

// A minute may end between two requests: then each of both minutes admits three.
const tooMany = 7
const expectLimited = (statuses: readonly number[]) => {
  expect(statuses.slice(0, 3)).toEqual([401, 401, 401])
  expect(statuses).toContain(429)
}

describe("mortise serve", () => {
  test("serves the adapter from the environment, and stops at SIGTERM: exit 0", async () => {
    const { adapter, child, end } = await openFromEnvironment()
    const user = await adapter.createUser({ email: "ada@example.com" })
    expect(await adapter.getUserByEmail("ada@example.com")).toEqual(user)
    child.kill("SIGTERM")
    const { code, stdout, stderr } = await end
    expect([code, stderr]).toEqual([0, ""])
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).event),
    ).toEqual(["listening", "stopping", "stopped"])
  })

  test.each([
    ["keys from a function", "export const options = { keys: async () => [record] }", false],
    ["MORTISE_KEYS, if the file has no keys", "", true],
    [
      "its own keys, and says that MORTISE_KEYS is ignored",
      "export const options = { keys: [record] }",
      true,
    ],
  ])("with a configuration file, accepts %s", async (_, options, isInEnvironment) => {
    const { key, record } = await createServiceKey({ id: "web", permissions })
    const config = `
      import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"
      const record = ${JSON.stringify(record)}
      export const adapter = memoryAdapter()
      ${options}`
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const env = isInEnvironment ? { MORTISE_KEYS: JSON.stringify([record]) } : {}
    const { url, child, end } = await startServer(["--port", "0"], { cwd, env })
    const adapter = httpAdapter({ url, key, retries: 0 })
    expect(await adapter.getUserByEmail("ada@example.com")).toBeNull()
    child.kill("SIGTERM")
    const { stderr } = await end
    expect(stderr.includes("MORTISE_KEYS is ignored")).toBe(isInEnvironment && options !== "")
  })

  test("SEC-K12 finishes requests in progress at SIGTERM, then closes the adapter", async () => {
    const { adapter, child, end } = await openSlow()
    const working = said(child, "looking up slow")
    const slow = adapter.getUser("slow")
    await working
    child.kill("SIGTERM")
    expect(await slow).toBeNull()
    const { code, stdout } = await end
    expect(code).toBe(0)
    expect(stdout).toContain("closed")
  })

  test("SEC-K12 aborts requests that take too long: exit 5", async () => {
    const { adapter, child, end } = await openSlow(["--drain-seconds", "0"])
    const working = said(child, "looking up stuck")
    const stuck = adapter.getUser("stuck").catch((error) => error.code)
    await working
    child.kill("SIGTERM")
    expect(await stuck).toBe("transient")
    expect((await end).code).toBe(5)
  })

  test("a caller that never finishes its request does not prevent the exit", async () => {
    const { child, end, url } = await openFromEnvironment(["--drain-seconds", "1"])
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.on("error", () => {})
    await new Promise<void>((resolve) =>
      socket.write("POST /v1/getUser HTTP/1.1\r\nHost: x\r\n", () => resolve()),
    )
    child.kill("SIGTERM")
    expect((await end).code).toBe(0)
  })

  test("callers that disconnected with pipelined requests do not prevent the exit", async () => {
    const { child, end, url } = await openFromEnvironment(["--drain-seconds", "5"])
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.on("error", () => {})
    const one = "POST /v1/getUser HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
    await new Promise<void>((resolve) => socket.write(one.repeat(20), () => resolve()))
    socket.resetAndDestroy()
    expect((await fetch(`${url}/health`)).status).toBe(200)
    child.kill("SIGTERM")
    expect((await end).code).toBe(0)
  })

  test("reports whether the process runs and whether the store answers", async () => {
    const { url, child, end } = await openFromEnvironment()
    const get = async (path: string) => {
      const response = await fetch(url + path)
      return [response.status, await response.text(), response.headers.get("cache-control")]
    }
    expect(await get("/health")).toEqual([200, "ok\n", "no-store"])
    expect(await get("/ready")).toEqual([200, "ready\n", "no-store"])
    expect((await fetch(`${url}/health/../v1/getUser`, { method: "POST" })).status).toBe(401)
    child.kill()
    await end
  })

  test("is not ready while the store does not answer", async () => {
    const { record } = await createServiceKey({ id: "web", permissions })
    const config = `export const adapter = { getUser: () => Promise.reject(new Error("down")) }
      export const options = { keys: ${JSON.stringify([record])}, idempotencyStore: false }`
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const { url, child, end } = await startServer(["--port", "0"], { cwd })
    expect([(await fetch(`${url}/health`)).status, (await fetch(`${url}/ready`)).status]).toEqual([200, 503])
    child.kill()
    await end
  })

  test("prints why the store is not ready, once, and when it is ready again", async () => {
    const { record } = await createServiceKey({ id: "web", permissions })
    const config = `
      import { MortiseError } from "${join(root, "packages/mortise/dist/index.js")}"
      const client = Object.assign(new Error("canary-4711"), { code: "ECONNREFUSED" })
      const failures = [
        new MortiseError("unavailable", "The database cannot be reached.", { cause: client }),
        client,
      ]
      let calls = 0
      const getUser = async () => {
        if (failures[calls++ >> 1]) throw failures[(calls - 1) >> 1]
        return null
      }
      export const adapter = { getUser }
      export const options = { keys: ${JSON.stringify([record])}, idempotencyStore: false }`
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const { url, child, end } = await startServer(["--port", "0"], { cwd })
    const statuses = []
    for (let nth = 0; nth < 5; nth++) {
      statuses.push((await fetch(`${url}/ready`)).status)
      await sleep(1100)
    }
    expect(statuses).toEqual([503, 503, 503, 503, 200])
    child.kill()
    const { stdout, stderr } = await end
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      {
        event: "not_ready",
        message: "The store is not ready: The database cannot be reached (ECONNREFUSED).",
      },
      { event: "not_ready", message: "The store is not ready: ECONNREFUSED." },
    ])
    expect(stdout).toContain('"The store is ready again."')
    expect(stdout + stderr).not.toContain("canary")
  })

  test("SEC-M1 counts requests by call, key and status, without any value", async () => {
    const { adapter, url, key, child, end } = await openFromEnvironment()
    await adapter.createUser({ email: canary })
    await adapter.createUser({ email: canary }).catch(() => {})
    await adapter.getUserByEmail(canary)
    await fetch(`${url}/v1/${canary}`, { method: "POST", headers: { authorization: `Bearer ${key}` } })
    await fetch(`${url}/v1/getUser`, { method: "POST" })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain('mortise_requests_total{call="createUser",caller="web",status="200"} 1')
    expect(metrics).toContain('mortise_requests_total{call="createUser",caller="web",status="409"} 1')
    expect(metrics).toContain('mortise_requests_total{call="getUserByEmail",caller="web",status="200"} 1')
    expect(metrics).toContain('mortise_requests_total{call="none",caller="none",status="401"} 1')
    expect(metrics).toMatch(/mortise_request_duration_seconds_bucket\{call="createUser",le="\+Inf"\} 2/)
    expect(metrics).toMatch(/mortise_key_last_used_timestamp_seconds\{caller="web"\} \d+/)
    child.kill()
    const { stdout, stderr } = await end
    for (const text of [metrics, stdout, stderr]) {
      expect(text).not.toContain("canary")
      expect(text).not.toContain(key)
    }
  })

  test("with --metrics key, only a key with the permission reads the metrics", async () => {
    const web = await createServiceKey({ id: "web", permissions: everyPermission })
    const scraper = await createServiceKey({ id: "prometheus", permissions: ["metrics"] })
    const past = { permissions: ["metrics"], expires: new Date(0) } as const
    const expired = await createServiceKey({ id: "old", ...past })
    const records = [web, scraper, expired].map(({ record }) => record)
    const env = {
      ...{ MORTISE_ADAPTER: "memory", MORTISE_KEYS: JSON.stringify(records) },
      MORTISE_METRICS: "key",
    }
    const { url, child, end } = await startServer(["--port", "0"], { cwd: temporaryTree({}), env })
    await httpAdapter({ url, key: web.key }).getUser("unknown")
    const get = async (authorization: string | undefined, path = "/metrics") => {
      const response = await fetch(url + path, { headers: authorization ? { authorization } : {} })
      return [response.status, await response.text()]
    }
    const unauthorized = [401, '{"error":{"code":"unauthorized"}}']
    const other = (await createServiceKey({ id: "x", permissions: ["metrics"] })).key
    for (const wrong of [
      ...[undefined, "Bearer ", `Bearer ${other}`, `Bearer ${expired.key}`, `Basic ${scraper.key}`],
      ...[`Bearer ${scraper.key}x`, `bearer ${scraper.key}`, "Mortise web:1:2:3"],
    ])
      expect(await get(wrong), wrong?.slice(0, 7)).toEqual(unauthorized)
    expect(await get(`Bearer ${web.key}`)).toEqual([403, '{"error":{"code":"forbidden"}}'])
    expect(await get(`Bearer ${scraper.key}`)).toEqual([
      200,
      expect.stringContaining('mortise_requests_total{call="getUser",caller="web",status="200"} 1'),
    ])
    expect(await get(undefined, "/health")).toEqual([200, "ok\n"])
    await expect(httpAdapter({ url, key: scraper.key }).getUser("x")).rejects.toMatchObject({
      code: "missing_operation",
    })
    child.kill()
    await end
  })

  test("with --metrics-port, only that port has the metrics, and the exit does not wait for it", async () => {
    const port = await freePort()
    const { url, adapter, key, child, end } = await openFromEnvironment(["--metrics-port", String(port)])
    await adapter.getUser("unknown")
    const authorization = `Bearer ${key}`
    const statusOf = async (path: string) => (await fetch(path, { headers: { authorization } })).status
    const own = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${own}/metrics`)).text()).toContain('call="getUser",caller="web"')
    for (const path of [`${url}/metrics`, `${own}/health`, `${own}/v1/getUser`, `${own}/`])
      expect(await statusOf(path), path).toBe(404)
    child.kill("SIGTERM")
    const { code, stdout } = await end
    expect(code).toBe(0)
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ url, metricsUrl: `${own}/metrics` })
  })

  test.each([
    [["--metrics", "closed"], 2, "--metrics must be one of open, key, off"],
    [["--metrics-host", "127.0.0.1"], 2, "--metrics-host needs --metrics-port"],
    [["--metrics-port", "x"], 2, "--metrics-port must be a whole number"],
    [["--metrics", "key", "--insecure-without-authentication"], 3, "--metrics key needs a server with keys"],
  ])("refuses %j", async (args, expected, message) => {
    const { code, stderr } = await runCommand(["serve", "--port", "0", ...args], {
      MORTISE_ADAPTER: "memory",
    })
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
  })

  test("SEC-K10 limits the rate, and reads X-Forwarded-For only behind trusted proxies", async () => {
    const open = await openFromEnvironment(["--rate-limit", "3"])
    const guess = (url: string, from: string) =>
      fetch(`${url}/v1/getUser`, { method: "POST", headers: { "x-forwarded-for": from } })
    const statuses = []
    for (let nth = 1; nth <= tooMany; nth++) statuses.push((await guess(open.url, `203.0.113.${nth}`)).status)
    expectLimited(statuses)
    open.child.kill()
    await open.end
    const behind = await openFromEnvironment(["--rate-limit", "3", "--trusted-proxies", "1"])
    const seen = []
    for (const from of ["9.9.9.9, 203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"])
      seen.push((await guess(behind.url, from)).status)
    expect(seen).toEqual([401, 401, 401, 401])
    behind.child.kill()
    await behind.end
  })

  test.each([
    ["is missing", "1", () => undefined],
    ["is empty", "1", () => ""],
    ["is shorter than the chain of proxies", "2", (nth: number) => `203.0.113.${nth}`],
    ["has ports", "1", (nth: number) => `203.0.113.1:${nth}`],
    ["has IPv6 ports", "1", (nth: number) => `[2001:db8::1]:${nth}`],
  ])("SEC-R12 limits the rate when X-Forwarded-For %s", async (_, proxies, toHeader) => {
    const { url, child, end } = await openFromEnvironment(["--rate-limit", "3", "--trusted-proxies", proxies])
    const statuses = []
    for (let nth = 1; nth <= tooMany; nth++) {
      const from = toHeader(nth)
      const headers: Record<string, string> = from === undefined ? {} : { "x-forwarded-for": from }
      statuses.push((await fetch(`${url}/v1/getUser`, { method: "POST", headers })).status)
    }
    expectLimited(statuses)
    child.kill()
    await end
  })
})
