import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { listen } from "../../../workshop/src/http/listen.ts"
import { cli } from "../../src/cli/cli.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { runCli } from "./support/run-cli.ts"

const memory = `import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"`
const server = join(root, "packages/mortise/dist/http/server.js")
const canary = "canary-4711"

type Files = Readonly<Record<string, string>>

/** Runs the program in a folder with these files. */
const start = (args: readonly string[], files: Files = {}, env = {}) =>
  runCli(args, { cwd: temporaryTree(files), env })

/** The same inside this process, which takes a hundredth of the time. */
async function run(args: readonly string[], files: Files = {}, env: Readonly<Record<string, string>> = {}) {
  const before = process.cwd()
  const said = { log: "", error: "" }
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line) => {
      said[method] += `${line}\n`
    })
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  process.chdir(temporaryTree(files))
  try {
    return { code: await cli(args), stdout: said.log, stderr: said.error }
  } finally {
    process.chdir(before)
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
}

describe("mortise", () => {
  test("lists the commands: exit 0", async () => {
    const { code, stdout } = await run(["--help"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/serve[\s\S]*key[\s\S]*openapi[\s\S]*Exit codes/)
  })

  test.each(["--version", "-v"])("%s prints the version: exit 0", async (option) => {
    const { version } = JSON.parse(readFileSync(join(root, "packages/mortise/package.json"), "utf8"))
    expect(await run([option])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  test.each([
    ["serv", "Unknown command serv. Did you mean serve?"],
    ["migrat", "Unknown command migrat. Did you mean migrate?"],
    ["docktor", "Unknown command docktor. Did you mean doctor?"],
    ["conf", "Unknown command conf. Did you mean conformance?"],
    ["deploy", "Unknown command deploy. See npx mortise --help."],
    ["users shwo", "Unknown command shwo. Did you mean show? See npx mortise users --help."],
    ["shwo", "Unknown command shwo. Did you mean users show? See npx mortise --help."],
    [
      "list",
      "Unknown command list. Did you mean users list or sessions list or tenants list? See npx mortise --help.",
    ],
    ["inspect", "Unknown command inspect. Did you mean doctor? See npx mortise --help."],
    ["users lst", "Unknown command lst. Did you mean list? See npx mortise users --help."],
    ["users", "Usage: mortise users [options] [command]"],
  ])("names the unknown command %s, with a suggestion: exit 2", async (command, message) => {
    const { code, stderr } = await run(command.split(" "))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test.each([
    [["serve", "--prot", "1"], "Unknown option --prot. Did you mean --port?"],
    [["serve", "--insecure"], "Unknown option --insecure. Did you mean --insecure-without-authentication?"],
    [["key", "--permission=reads"], "Unknown option --permission. Did you mean --permissions?"],
    [["serve", "--colour"], "Unknown option --colour. The options are: --config"],
    [["serve", "--port"], "--port needs a value."],
    [["serve", "--json=yes"], "--json takes no value."],
    [["serve", "--port", "1", "--json", "--nope"], "Unknown option --nope."],
    [["openapi", "now"], "Unexpected argument: options start with --."],
  ])("explains %j: exit 2", async (args, message) => {
    const { code, stderr } = await run(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test.each([
    [["mrt_canary-4711"]],
    [["serve", "--mrt_canary-4711"]],
    [["serve", "--key=canary-4711"]],
    [["serve", "--key", "canary-4711"]],
    [["serve", "canary-4711"]],
  ])("SEC-R9 does not repeat what may be a secret in %j: exit 2", async (args) => {
    const { code, stdout, stderr } = await run(args)
    expect(code).toBe(2)
    expect(stdout + stderr).not.toContain("canary")
  })

  test.each([["serve"], ["key"], ["openapi"]])("%s --help lists its options: exit 0", async (command) => {
    const { code, stdout } = await run([command, "--help"])
    expect(code).toBe(0)
    expect(stdout).toContain(`mortise ${command}`)
    expect(stdout).toContain("--json")
  })

  test.each([
    ["nothing", []],
    ["an unknown command", ["constructor"]],
    ["an unknown option", ["serve", "--nope"]],
    ["an option without its value", ["serve", "--port"]],
    ["an invalid port", ["serve", "--port", "70000"]],
    ["a text instead of a number", ["serve", "--drain-seconds", "soon"]],
    ["an extra argument", ["openapi", "now"]],
    ["a key without a name", ["key"]],
    ["a key with an unknown permission", ["key", "--id", "web", "--permissions", "all"]],
    ["a key with an expiry that is not a date", ["key", "--id", "web", "--expires", "never"]],
  ])("refuses %s: exit 2", async (_, args) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).not.toMatch(/ {4}at /)
  })

  test.each([
    ["a missing adapter", [], {}, {}],
    ["a missing file", ["--config", "none.mjs"], {}, {}],
    ["a file that cannot be parsed", [], { "mortise.config.mjs": "export const = 1" }, {}],
    ["a file without an adapter", [], { "mortise.config.mjs": "export const options = {}" }, {}],
    ["no keys", [], { "mortise.config.mjs": `${memory}\nexport const adapter = memoryAdapter()` }, {}],
    ["an unknown adapter", [], {}, { MORTISE_ADAPTER: "constructor" }],
    ["a database without a URL", [], {}, { MORTISE_ADAPTER: "libsql" }],
    ["a client that is not installed", [], {}, { MORTISE_ADAPTER: "pg", MORTISE_DATABASE: "postgres://x" }],
    ["keys that are not JSON", [], {}, { MORTISE_ADAPTER: "memory", MORTISE_KEYS: canary }],
    [
      "keys that are not records",
      [],
      {},
      { MORTISE_ADAPTER: "memory", MORTISE_KEYS: `[{"id":"${canary}"}]` },
    ],
  ])("serve refuses %s: exit 3", async (_, args, files, env) => {
    const { code, stdout, stderr } = await run(["serve", "--port", "0", ...args], files, env)
    expect([code, stdout]).toEqual([3, ""])
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect(stderr).not.toContain(canary)
  })

  test("serve refuses an address that is in use: exit 4, and leaves no listener for signals", async () => {
    const taken = await listen(() => {})
    const before = process.listenerCount("SIGTERM")
    const env = { MORTISE_ADAPTER: "memory", MORTISE_PORT: String(taken.port) }
    const { code, stderr } = await run(["serve", "--insecure-without-authentication"], {}, env)
    await taken.close()
    expect(code).toBe(4)
    expect(stderr).toContain("EADDRINUSE")
    expect(process.listenerCount("SIGTERM")).toBe(before)
  })

  test("serve without keys explains how to create one: exit 3", async () => {
    for (const keys of [undefined, "[]"]) {
      const env = { MORTISE_ADAPTER: "memory", ...(keys && { MORTISE_KEYS: keys }) }
      const { code, stderr } = await run(["serve", "--port", "0"], {}, env)
      expect([code, stderr]).toEqual([3, expect.stringMatching(/`npx mortise key --id web`.*MORTISE_KEYS/)])
    }
  })

  test("errors are JSON with --json", async () => {
    const { stderr } = await run(["serve", "--json"])
    expect(JSON.parse(stderr)).toEqual({ event: "error", message: expect.stringMatching(/mortise.config/) })
  })
})

describe("the exit code of the process", () => {
  test.each([
    ["after success", ["--help"], 0],
    ["after an invalid option", ["serve", "--nope"], 2],
    ["after an invalid configuration", ["serve"], 3],
  ])("%s", async (_, args, expected) => {
    const { code, stdout, stderr } = await start(args)
    expect(code).toBe(expected)
    expect(code === 0 ? stdout : stderr).not.toBe("")
  })
})

describe("mortise key", () => {
  test("prints a key and its matching record", async () => {
    const { stdout, code } = await run(["key", "--id", "web", "--permissions", "reads,createUser", "--json"])
    const { key, record } = JSON.parse(stdout)
    expect([code, record.id, record.permissions]).toEqual([0, "web", ["reads", "createUser"]])
    const { createServiceKey, serve } = await import(server)
    expect(createServiceKey).toBeTypeOf("function")
    const { memoryAdapter } = await import("../../src/stores/memory/memory-adapter.ts")
    const handle = serve(memoryAdapter(), { keys: [record] })
    const request = new Request("https://data.example/v1/getUser", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: '{"args":["x"]}',
    })
    expect((await handle(request)).status).toBe(200)
  })

  test("without --json, prints the key and the record on a line each", async () => {
    const { stdout, code } = await run(["key", "--id", "web", "--expires", "2098-01-01"])
    const [, key, record = ""] = /^key {5}(mrt_\S+)\nrecord {2}(\{.*\})\n$/.exec(stdout) ?? []
    expect([code, key]).toEqual([0, expect.any(String)])
    expect(JSON.parse(record)).toMatchObject({
      id: "web",
      permissions: ["operations"],
      expires: "2098-01-01T00:00:00.000Z",
    })
  })
})

describe("SEC-R13 mortise key --signing", () => {
  test("prints a strong secret and a record that the server accepts with an audience", async () => {
    const { stdout, code } = await run(["key", "--id", "web", "--signing", "--json"])
    const { secret, record } = JSON.parse(stdout)
    expect([code, record]).toEqual([0, { id: "web", permissions: ["operations"], secret }])
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(new Set(secret).size).toBeGreaterThan(12)
    const env = { MORTISE_ADAPTER: "memory", MORTISE_KEYS: JSON.stringify([record]) }
    const refused = await run(["serve", "--port", "0"], {}, env)
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("audience")])
    expect(refused.stderr).not.toContain(secret)
  })

  test("a weak secret in MORTISE_KEYS is refused: exit 3", async () => {
    const records = [{ id: "web", permissions: ["operations"], secret: "a".repeat(40) }]
    const env = { MORTISE_ADAPTER: "memory", MORTISE_KEYS: JSON.stringify(records), MORTISE_AUDIENCE: "a" }
    const { code, stderr } = await run(["serve", "--port", "0"], {}, env)
    expect([code, stderr]).toEqual([3, expect.stringContaining("different characters")])
  })
})

describe("mortise openapi", () => {
  test("prints the document, with the fields of a configuration", async () => {
    const plain = await run(["openapi"])
    expect(JSON.parse(plain.stdout)).toMatchObject({ openapi: "3.1.0" })
    const config = `${memory}\nimport { defineSchema, text } from "${join(root, "packages/mortise/dist/index.js")}"
      const schema = defineSchema({ user: { fields: { role: text() } } })
      export const adapter = memoryAdapter({ schema })`
    const own = await run(["openapi", "--json-schema", "--config", "my.config.mjs"], {
      "my.config.mjs": config,
    })
    expect(JSON.parse(own.stdout)["$defs"]["User"]["properties"]).toHaveProperty("role")
  })

  test("ends when the client of the configuration is closed", async () => {
    const config = `${memory}\nexport const adapter = memoryAdapter()
      export const close = () => new Promise((resolve) => setTimeout(resolve, 20)).then(() => console.error("closed"))`
    const { stderr } = await run(["openapi", "--config", "my.config.mjs"], { "my.config.mjs": config })
    expect(stderr).toContain("closed")
  })
})
