import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { describe, expect, onTestFinished, test } from "vitest"
import { packages } from "../../../../scripts/source/packages.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import type { Files } from "./support/init-in.ts"
import { runCommand } from "./support/run-command.ts"

const wranglerFile = (...bindings: readonly string[]) =>
  JSON.stringify({ d1_databases: bindings.map((binding) => ({ binding })) })

/** A wrangler whose databases have no tables. Its process is ended when the folder has the file `ended`. */
const fakeWrangler = {
  "node_modules/wrangler/package.json": JSON.stringify({ name: "wrangler", main: "index.cjs" }),
  "node_modules/wrangler/index.cjs": `
    const { readFileSync, writeFileSync } = require("node:fs")
    const statement = { bind: () => statement, raw: async () => [], run: async () => ({}) }
    const database = { prepare: () => statement, batch: async (all) => all.map(() => ({ results: [] })) }
    exports.getPlatformProxy = async ({ configPath, remoteBindings }) => {
      if (remoteBindings !== false) throw new Error("The database may be the deployed one.")
      const { d1_databases = [] } = JSON.parse(readFileSync(configPath, "utf8"))
      const env = Object.fromEntries(d1_databases.map(({ binding }) => [binding, database]))
      return { env, dispose: async () => writeFileSync("ended", "") }
    }`,
}

const adapterModule = `import { env, DurableObject } from "cloudflare:workers"
import { d1Adapter } from "mortise/d1"

export class Counter extends DurableObject {}
export const adapter = d1Adapter(() => env.DB)
`

const configured = {
  "mortise.config.mjs": `export { adapter } from "./src/adapter.ts"\n`,
  "src/adapter.ts": adapterModule,
}

/** Runs a command in a folder with these files. */
function runIn(files: Files, args: readonly string[], env: Files = {}) {
  const folder = temporaryTree({ "package.json": "{}", ...files })
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  mkdirSync("node_modules", { recursive: true })
  symlinkSync(packages.mortise, "node_modules/mortise")
  return runCommand(args, env)
}

describe("MORTISE_ADAPTER=d1", () => {
  const d1 = { MORTISE_ADAPTER: "d1" }

  test("opens the only database of the worker, and ends the process of wrangler", async () => {
    const files = { ...fakeWrangler, "wrangler.jsonc": wranglerFile("AUTH") }
    const { code, stdout, stderr } = await runIn(files, ["status", "--json"], d1)
    expect([code, JSON.parse(stdout).migration]).toEqual([0, expect.objectContaining({ version: 0 })])
    expect(stderr).toBe(
      `{"event":"environment","message":"The bindings are those of wrangler.jsonc, on wrangler's local state: AUTH."}\n`,
    )
    expect(existsSync("ended")).toBe(true)
  })

  test("opens the database that MORTISE_DATABASE names", async () => {
    const files = { ...fakeWrangler, "wrangler.jsonc": wranglerFile("LOGS", "AUTH") }
    expect((await runIn(files, ["doctor"], { ...d1, MORTISE_DATABASE: "AUTH" })).stdout).toContain("users")
  })

  test.each<[string, Files, string, string]>([
    [
      "several databases",
      { "wrangler.jsonc": wranglerFile("A", "B") },
      "",
      "several D1 databases, A, B: set MORTISE_DATABASE",
    ],
    [
      "another name",
      { "wrangler.jsonc": wranglerFile("A") },
      "canary",
      "must be the binding of a D1 database in wrangler.jsonc, which has A",
    ],
    [
      "no database",
      { "wrangler.toml": 'name = "app"' },
      "",
      "wrangler.toml has no D1 database: add one to d1_databases",
    ],
    [
      "no configuration",
      {},
      "",
      "no wrangler.jsonc, wrangler.json or wrangler.toml: run the command in the folder",
    ],
    ["no wrangler", { "wrangler.jsonc": wranglerFile("A") }, "", "Run: npm install --save-dev wrangler."],
  ])("refuses %s: exit 3", async (_, files, name, message) => {
    const { code, stdout, stderr } = await runIn(files, ["migrate"], { ...d1, MORTISE_DATABASE: name })
    expect([code, stdout, stderr]).toEqual([3, "", expect.stringContaining(message)])
    expect(stderr).not.toContain("canary")
  })

  test("a Durable Object cannot be opened, and the message says what to do instead: exit 3", async () => {
    const { code, stderr } = await runIn({}, ["migrate"], { MORTISE_ADAPTER: "durable-object" })
    expect([code, stderr]).toEqual([3, expect.stringContaining("creates its tables with migrate(adapter)")])
    expect(stderr).toContain("export httpAdapter of mortise/http from mortise.config.mjs.")
  })
})

describe("a module that imports cloudflare:workers", () => {
  test("gets the bindings of wrangler", async () => {
    const files = { ...configured, ...fakeWrangler, "wrangler.jsonc": wranglerFile("DB") }
    const { code, stdout } = await runIn(files, ["migrate", "--dry-run"])
    expect([code, stdout]).toEqual([0, expect.stringContaining('CREATE TABLE "users"')])
  })

  test("a binding that the configuration lacks is named", async () => {
    const files = { ...configured, ...fakeWrangler, "wrangler.jsonc": wranglerFile("OTHER") }
    const { code, stderr } = await runIn(files, ["status"])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("local state: OTHER.\nThere is no binding or variable DB"),
    ])
    expect(stderr).toContain("d1Adapter takes a D1 database: d1Adapter(env.DB). It received nothing.")
  })

  test("without wrangler, says what to install: exit 3", async () => {
    const { code, stderr } = await runIn({ ...configured, "wrangler.jsonc": wranglerFile("DB") }, ["status"])
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^The bindings of Workers are opened through wrangler/),
    ])
  })
})

test("a module that imports bun needs Bun, and the message says how: exit 3", async () => {
  const files = { "mortise.config.mjs": 'import { SQL } from "bun"\nexport const adapter = SQL\n' }
  const { code, stderr } = await runIn(files, ["status"])
  expect([code, stderr]).toEqual([
    3,
    expect.stringContaining("run the command there, with bunx --bun mortise."),
  ])
})
