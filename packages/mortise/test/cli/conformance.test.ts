import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { join } from "node:path"
import { cases } from "@mortise/conformance"
import { describe, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { listen } from "../../../workshop/src/http/listen.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { nodeListener } from "../../src/cli/serve/node-listener.ts"
import { createService } from "../../src/http/server/service.ts"
import { createServiceKey, type Permission } from "../../src/http/server.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { runCli } from "./support/run-cli.ts"
import { runCommand } from "./support/run-command.ts"

type Backend = { readonly behind?: object; readonly permissions?: readonly Permission[] }

/** A backend made with `createService`, on its own port. */
async function open({ behind = memoryAdapter(), permissions = ["operations", "extras"] }: Backend = {}) {
  const { key, record } = await createServiceKey({ id: "test", permissions })
  const service = createService(behind, { keys: [record], idempotencyStore: false })
  let requests = 0
  const url = await listenTo(
    nodeListener((request, connection) => {
      requests++
      return service.answer(request, connection)
    }),
  )
  return { url, key, requests: () => requests }
}

async function listenTo(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(listener)
  onTestFinished(close)
  return url
}

const ask = (url: string, key: string | undefined, ...more: string[]) =>
  runCommand(["conformance", "--url", url, "--scratch", "--seed", "1", ...more], { MORTISE_KEY: key })

const topic = ["--only", "users"]
const ofTopic = cases.filter(({ id }) => id.startsWith("users/")).length

describe("mortise conformance", () => {
  test("--help lists the options and the effects on the backend: exit 0", async () => {
    const { code, stdout } = await runCommand(["conformance", "--help"])
    expect(code).toBe(0)
    for (const said of ["--url", "--scratch", "--json", "MORTISE_KEY", "creates, changes and deletes"])
      expect(stdout).toContain(said)
  })

  test("passes a correct backend: exit 0", async () => {
    const { url, key } = await open()
    const { code, stdout, stderr } = await ask(url, key, ...topic)
    expect(code).toBe(0)
    expect(stdout).toContain(`${ofTopic} passed, 0 failed, 0 warned, 0 skipped (quick`)
    expect(stderr).toContain(`against ${url}, at quick effort`)
    expect(stderr).not.toMatch(/lacks|has no/)
    expect(stdout + stderr).not.toContain(key)
  })

  test("names the case that a wrong backend fails: exit 1", async () => {
    const { url, key } = await open({ behind: { ...memoryAdapter(), getUser: async () => null } })
    const { code, stdout } = await ask(url, key, "--only", "users/found-by-id")
    expect(code).toBe(1)
    expect(stdout).toMatch(/✗ users\/found-by-id: /)
  })

  test("ignores warnings: exit 0, or 1 with --strict", async () => {
    const store = memoryAdapter()
    const getUser: typeof store.getUser = (id) => {
      if (!id) throw new Error("no id")
      return store.getUser(id)
    }
    const { url, key } = await open({ behind: { ...store, getUser } })
    const only = ["--only", "missing-keys/return-null"]
    const lenient = await ask(url, key, ...only)
    expect([lenient.code, lenient.stdout]).toEqual([0, expect.stringContaining("0 failed, 1 warned")])
    expect((await ask(url, key, ...only, "--strict")).code).toBe(1)
  })

  test("--json prints one document on stdout, and progress on stderr", async () => {
    const { url, key } = await open()
    const { code, stdout, stderr } = await ask(url, key, ...topic, "--json", "--seed", "4294967295")
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      passed: ofTopic,
      failed: 0,
      effort: "quick",
      seed: 4294967295,
    })
    const lines = stderr.trim().split("\n")
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(lines.map(() => "progress"))
  })

  test("--badge writes the counts as a picture, and --html the report, also if a case fails", async () => {
    const { url, key } = await open({ behind: { ...memoryAdapter(), getUser: async () => null } })
    const folder = temporaryTree({})
    const [badge, html] = [join(folder, "badge.svg"), join(folder, "report.html")]
    const { code } = await ask(url, key, "--only", "users/found-by-id", "--badge", badge, "--html", html)
    expect(code).toBe(1)
    expect(readFileSync(badge, "utf8")).toMatch(/^<svg [^>]*aria-label="adapter contract: 0 of 1"/)
    expect(readFileSync(html, "utf8")).toMatch(/^<!doctype html>[\s\S]*a user is missing after createUser/)
  })

  test("detects and reports which calls a backend lacks, and skips their cases", async () => {
    const { createAuthenticator: _, getAuthenticator: __, ...behind } = memoryAdapter()
    const permissions: Permission[] = ["operations"]
    const { url, key } = await open({ behind, permissions })
    const { code, stdout, stderr } = await ask(url, key, "--only", "counters,extras")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^! `only` left out \d+ cases[\s\S]*^0 passed, 0 failed, 0 warned, \d+ skipped/m)
    expect(stderr).toContain("The backend has no createAuthenticator, getAuthenticator:")
    expect(stderr).toContain("`extras: false`")
    expect(stderr).not.toContain("`batch: false`")
  })

  test("works with a backend that lacks the batched session lookup", async () => {
    const { key, record } = await createServiceKey({ id: "test", permissions: everyPermission })
    const handle = nodeListener(createService(memoryAdapter(), { keys: [record] }).answer)
    const url = await listenTo((request, response) => {
      if (request.url !== "/v1/getSessionsAndUsers") return handle(request, response)
      request.resume()
      response.writeHead(404, { "content-type": "application/json" })
      response.end('{"error":{"code":"unknown_call"}}')
    })
    const { code, stdout, stderr } = await ask(url, key, "--only", "sessions,fresh-reads/many-sessions")
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 failed, 0 warned, 0 skipped")])
    expect(stderr).toContain("`batch: false`")
  })
})

describe("mortise conformance --config", () => {
  const memory = `import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"`
  const runOn = (adapter: string) => {
    const folder = temporaryTree({ "my.config.mjs": `${memory}\nexport const adapter = ${adapter}` })
    const config = join(folder, "my.config.mjs")
    return runCommand([
      "conformance",
      "--config",
      config,
      "--scratch",
      "--seed",
      "1",
      "--only",
      "users/found-by-id",
    ])
  }

  test("runs on the adapter of a configuration: exit 0, or 1 if it is wrong", async () => {
    const right = await runOn("memoryAdapter()")
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining("1 passed, 0 failed")])
    expect((await runOn("{ ...memoryAdapter(), getUser: async () => null }")).code).toBe(1)
  })

  test.each([
    ["rejects a promise that nobody awaits", `Promise.reject(new Error("stray"))`, "Error: stray"],
    ["ends the process", "process.exit(0)", "a call of process.exit(0)"],
  ])("SEC-T31 reports an adapter that %s: exit 1", async (_, stray, received) => {
    const { code, stdout } = await runOn(`{ ...memoryAdapter(), getUser: async () => { ${stray} } }`)
    expect([code, stdout]).toEqual([1, expect.stringContaining("0 passed, 1 failed")])
    expect(stdout).toContain(received)
  })
})

describe("mortise conformance refuses", () => {
  test("to write without --scratch: exit 2, and nothing is sent", async () => {
    const { url, key, requests } = await open()
    const { code, stdout, stderr } = await runCommand(["conformance", "--url", url], { MORTISE_KEY: key })
    expect([code, stdout, requests()]).toEqual([2, "", 0])
    expect(stderr).toMatch(/writes to the store and deletes from it[\s\S]*--scratch/)
  })

  test("on a database without tables says only that: exit 3", async () => {
    const libsql = join(root, "packages/mortise/dist/stores/sql/adapters/libsql-adapter.js")
    const config = `import { createClient } from "${import.meta.resolve("@libsql/client")}"
import { libsqlAdapter } from "${libsql}"
export const adapter = libsqlAdapter(createClient({ url: ":memory:" }))`
    const folder = temporaryTree({ "my.config.mjs": config })
    const file = join(folder, "my.config.mjs")
    const { code, stdout, stderr } = await runCommand([
      "conformance",
      "--config",
      file,
      "--scratch",
      "--seed",
      "1",
    ])
    expect([code, stdout]).toEqual([3, ""])
    expect(stderr).toMatch(
      /^The database lacks the tables users, .*: run npx mortise migrate with the same --config first\.\n$/,
    )
  })

  test.each([
    ["neither a URL nor a configuration", []],
    ["both", ["--url", "http://127.0.0.1:9", "--config", "canary.mjs", "--scratch"]],
    ["an unknown effort", ["--url", "http://127.0.0.1:9", "--scratch", "--effort", "some"]],
    ["a seed that is not a number", ["--url", "http://127.0.0.1:9", "--scratch", "--seed", "x"]],
    ["a badge in no folder", ["--url", "http://127.0.0.1:9", "--scratch", "--badge", "absent/badge.svg"]],
    ["an unknown case", ["--url", "http://127.0.0.1:9", "--scratch", "--only", "nonsense"]],
    ["a key on the command line", ["--url", "http://127.0.0.1:9", "--scratch", "--key", "mrt_canary"]],
  ])("%s: exit 2", async (_, args) => {
    const { code, stdout, stderr } = await runCommand(["conformance", ...args], { MORTISE_KEY: "mrt_canary" })
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect(stderr).not.toContain("canary")
  })

  test.each([
    ["no key", "http://127.0.0.1:9", undefined],
    ["an invalid URL", "nonsense", "mrt_canary"],
    ["a URL with a password", "https://user:canary@data.example", "mrt_canary"],
    ["a key without TLS to another machine", "http://data.example", "mrt_canary"],
  ])("%s: exit 3", async (_, url, key) => {
    const { code, stdout, stderr } = await ask(url, key)
    expect([code, stdout]).toEqual([3, ""])
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect(stderr).not.toContain("canary")
  })

  test("a port where no server listens: exit 4", async () => {
    const { code, stderr } = await ask(`http://127.0.0.1:${await freePort()}`, "mrt_canary")
    expect([code, stderr]).toEqual([4, expect.stringMatching(/could not be reached.*--url/)])
  })

  test("a key that the backend does not accept: exit 4", async () => {
    const { url } = await open()
    const { code, stderr } = await ask(url, "mrt_canary")
    expect([code, stderr]).toEqual([4, expect.stringMatching(/did not accept the key/)])
    expect(stderr).not.toContain("canary")
  })

  test("a site that is not a backend: exit 4", async () => {
    const url = await listenTo((_, response) => response.writeHead(404).end("<h1>Not found</h1>"))
    const { code, stdout } = await ask(url, "mrt_canary")
    expect([code, stdout]).toEqual([4, ""])
  })

  test("a path where no backend is mounted: exit 4", async () => {
    const { url, key } = await open()
    const { code, stderr } = await ask(`${url}/elsewhere`, key)
    expect([code, stderr]).toEqual([4, expect.stringMatching(/none of the nineteen/)])
  })
})

test("the process has the exit code, and stdout has only the document", async () => {
  const { url, key } = await open()
  const place = { cwd: temporaryTree({}), env: { MORTISE_KEY: key } }
  const args = [
    "conformance",
    "--url",
    url,
    "--scratch",
    "--seed",
    "1",
    "--only",
    "users/found-by-id",
    "--json",
  ]
  const { code, stdout } = await runCli(args, place)
  expect([code, JSON.parse(stdout).passed]).toEqual([0, 1])
  expect((await runCli(["conformance", "--url", url], place)).code).toBe(2)
})
