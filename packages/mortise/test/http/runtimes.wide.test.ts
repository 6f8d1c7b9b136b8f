import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, test } from "vitest"
import { openWire } from "../../../workshop/src/http/open-wire.ts"
import { type ConsumerProject, consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { installRuntimes } from "../../../workshop/src/runtimes/install.ts"
import { startWorkerd } from "../../../workshop/src/runtimes/start-workerd.ts"
import { clientSuite, inFullRun, isFullRun } from "../../../workshop/src/tests/tier.ts"
import type { Adapter } from "../../src/contract/adapter.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { insecureWithoutAuthentication, type RequestSource, serve } from "../../src/http/server.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { expectConformance } from "./support/expect-conformance.ts"
import { failingServers } from "./support/failing-servers.ts"
import { openHost } from "./support/open-host.ts"
import { openServerPool } from "./support/open-server-pool.ts"
import { runInRuntime } from "./support/run-in-runtime.ts"

// Ends a hang; it does not measure speed.
const patience = 300_000
const programs = fileURLToPath(new URL("runtimes/", import.meta.url))

let project: ConsumerProject

beforeAll(async () => {
  await installRuntimes()
  project = consumerProject(programs)
  return () => project.remove()
}, patience)

const runtimes = [
  ...inFullRun([
    ["node-24", /^Node\.js\/24$/],
    ["deno", /^Deno\/2\./],
    ["bun", /^Bun\/1\./],
  ] as const),
  ["workerd", /^Cloudflare-Workers$/],
] as const

const unsent = ["unavailable", "unavailable"]
const lost = ["transient", "indeterminate"]

describe.each(runtimes)("in %s", { timeout: patience }, (name, calledItself) => {
  const keeper = openForTests(openServerPool)

  // The suite runs on D1 and Durable Objects in workerd, too.
  test.runIf(isFullRun)("every case passes on the core and the memory adapter", async () => {
    const { runtime, problems, passed, skipped } = await runInRuntime(name, project.folder, "memory")
    expect(runtime).toMatch(calledItself)
    expect(problems).toEqual([])
    expect(passed).toBeGreaterThan(200)
    expect(skipped, "memory is never out of reach").toEqual(["outage/lookups-throw", "outage/writes-throw"])
  })

  test("the cases pass through the client, with the global fetch and a real socket", async () => {
    const { runtime, problems, passed, skipped } = await runInRuntime(
      name,
      project.folder,
      "client",
      keeper.url,
      clientSuite.only,
    )
    expect(runtime).toMatch(calledItself)
    expect(problems).toEqual([])
    expect(passed).toBeGreaterThan(100)
    expect(skipped).toEqual([])
  })

  test("the cases pass on the server, for a client in another process", async () => {
    const factory = async () => {
      const { url, key, close } = await openHost(name, project.folder)
      return { adapter: httpAdapter({ url, key, onWarning: () => {} }), close, outage: close }
    }
    await expectConformance(factory, clientSuite)
  })

  test("the client reports failures, and never an absent row", async () => {
    const { places, close } = await failingServers()
    try {
      expect(await runInRuntime(name, project.folder, "failures", places)).toEqual({
        ...Object.fromEntries(Object.keys(places).map((what) => [what, lost])),
        // workerd reports a lost connection, as it does for a request that was half sent.
        "no server": name === "workerd" ? lost : unsent,
        "no failure": [{ result: null }, { result: null }],
      })
    } finally {
      await close()
    }
  })
})

describe("in a worker whose requests share one adapter", () => {
  const secret = "a secret that only the two sides know"
  const audience = "https://data.example"
  const signer = { id: "signer", secret, permissions: ["operations"] as const }

  test.each([
    ["with a key", undefined],
    ["with signatures", { id: signer.id, secret, audience }],
  ])("concurrent lookups all get an answer, %s", async (_, signing) => {
    const { behind, url, key, close } = await openWire(signing && { serve: { keys: [signer], audience } })
    const tokens = Array.from({ length: 40 }, (_, nth) => `token-${nth}`)
    for (const token of tokens) await addSession(behind, token)
    const server = { url, ...(signing ? { signing } : { key }) }
    const worker = await startWorkerd(project.folder, "edge-worker", { SERVER: server })
    try {
      for (let round = 0; round < 3; round++) {
        const answers = tokens.map(async (token) => (await fetch(`${worker.url}/${token}`)).text())
        expect(await Promise.all(answers)).toEqual(tokens.map((token) => `"${token}@example.com"`))
      }
    } finally {
      await worker.stop()
      await close()
    }
  })
})

async function addSession(adapter: Adapter, token: string): Promise<void> {
  const email = `${token}@example.com`
  const user = await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: null })
  const expires = new Date(Date.now() + 3_600_000)
  await adapter.createSession({ sessionToken: token, userId: user.id, expires })
}

test("other arguments of a runtime are not used as the caller's address", async () => {
  const visitors: RequestSource[] = []
  const handle = serve(memoryAdapter(), {
    [insecureWithoutAuthentication]: true,
    rateLimit: (visitor) => visitors.push(visitor) > 0,
  })
  const request = () => new Request("https://data.example/v1/getUser", { method: "POST" })
  const server = { address: { address: "127.0.0.1", family: "IPv4", port: 1 } }
  await (handle as (request: Request, more: unknown) => Promise<Response>)(request(), server)
  await handle(request(), { address: "192.0.2.1" })
  expect(visitors).toEqual([{}, { address: "192.0.2.1" }])
})
