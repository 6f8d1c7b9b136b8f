import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { sourcePaths } from "../../../../scripts/source/source-paths.ts"
import { adapterText, clients } from "../../src/cli/init/clients.ts"
import { frameworks } from "../../src/cli/init/detect-project.ts"
import { run } from "../house/support/run.ts"
import { temporaryTree } from "../house/support/temporary-tree.ts"
import { installRedisClients } from "../stores/redis/install.ts"
import { runCommand } from "./support/run-command.ts"

type Files = Readonly<Record<string, string>>

const manifest = (...packages: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(packages.map((name) => [name, "*"])) })

/** Runs `init` in a folder with these files. */
async function initIn(files: Files, ...args: readonly string[]) {
  const folder = temporaryTree(files)
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  const again = () => runCommand(["init", ...args])
  const outcome = await again()
  const read = (path: string) => readFileSync(join(folder, path), "utf8")
  return { ...outcome, again, folder, read }
}

describe("what init writes", () => {
  test.each(Object.entries(frameworks))("for %s is what its quickstart shows", async (name, framework) => {
    const page = readFileSync(join(root, "docs/quickstart", `${name}.md`), "utf8")
    const { code, read } = await initIn({ "package.json": manifest(framework.package) }, "--yes")
    expect(code).toBe(0)
    for (const path of [framework.adapter, ...Object.keys(framework.files)])
      expect(page).toContain(` ${path}\n${read(path)}\`\`\``)
    expect(read("mortise.config.mjs")).toBe(`export { adapter } from "./${framework.adapter}"\n`)
    const installed = page.match(/npm install .*/g)?.join(" ")
    for (const each of framework.packages) expect(installed).toContain(each)
  })

  test("compiles with every client", async () => {
    await installRedisClients()
    // Inside the repository, so that the clients are found.
    const folder = join(root, ".cache/init")
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const [name, client] of Object.entries(clients))
      writeFileSync(join(folder, `${name}.ts`), adapterText(client))
    writeFileSync(join(folder, "absent.d.ts"), 'declare module "better-sqlite3"\n')
    const paths = sourcePaths()
    for (const [name, types] of Object.entries({ ioredis: "built", redis: "dist" }))
      paths[name] = [join(root, "packages/mortise/test/stores/redis/node_modules", name, types, "index.d.ts")]
    const compilerOptions = { paths, noPropertyAccessFromIndexSignature: false }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
    )
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], folder)
  })
})

describe("mortise init", () => {
  test.each([
    ["pnpm-lock.yaml", "pnpm add"],
    ["yarn.lock", "yarn add"],
    ["bun.lock", "bun add"],
    ["package-lock.json", "npm install"],
  ])("detects the framework, the client and the package manager by %s", async (lock, install) => {
    const files = { "package.json": manifest("express", "hono", "mysql2"), [lock]: "" }
    const { code, stdout, read } = await initIn(files, "--yes", "--json")
    const document = JSON.parse(stdout)
    expect([code, document.framework, document.client]).toEqual([0, "express", "mysql2"])
    expect(document.next[0]).toBe(`${install} @auth/express mortise`)
    expect(read("adapter.ts")).toContain("mysql2Adapter(client")
  })

  test.each([
    ["ioredis", "ioredisAdapter(client"],
    ["redis", "redisAdapter(client"],
  ])("detects %s, which needs no migration", async (client, text) => {
    const { stdout, read } = await initIn({ "package.json": manifest("hono", client) }, "--yes", "--json")
    const document = JSON.parse(stdout)
    expect(document.client).toBe(client)
    expect(document.next.join()).toContain("mortise doctor")
    expect(document.next.join()).not.toContain("migrate")
    expect(read("adapter.ts")).toContain(text)
  })

  test("prefers a database to Redis, which may be a cache", async () => {
    const { stdout } = await initIn({ "package.json": manifest("hono", "ioredis", "pg") }, "--yes", "--json")
    expect(JSON.parse(stdout).client).toBe("pg")
  })

  test("shows a diff, and writes nothing with --dry-run: exit 0", async () => {
    const { code, stdout, folder } = await initIn({ "package.json": manifest("next") }, "--dry-run")
    expect(code).toBe(0)
    expect(stdout).toContain("--- /dev/null\n+++ app/api/auth/[...nextauth]/route.ts\n+import")
    expect(existsSync(join(folder, "adapter.ts"))).toBe(false)
  })

  test("without a terminal, needs --yes: exit 2, and nothing is written", async () => {
    const { code, stderr, folder } = await initIn({ "package.json": manifest("next") })
    expect([code, stderr]).toEqual([2, expect.stringContaining("add --yes")])
    expect(existsSync(join(folder, "adapter.ts"))).toBe(false)
  })

  test("never changes an existing file: exit 1, and the others are written", async () => {
    const files = { "package.json": manifest("hono"), "server.ts": "// precious\n" }
    const { code, stderr, read } = await initIn(files, "--yes")
    expect([code, stderr]).toEqual([1, expect.stringContaining("server.ts exists and is not changed")])
    expect(read("server.ts")).toBe("// precious\n")
    expect(read("adapter.ts")).toContain("libsqlAdapter")
  })

  test("a second run finds everything up to date: exit 0", async () => {
    const { again } = await initIn({ "package.json": manifest("@sveltejs/kit") }, "--yes")
    const { code, stderr } = await again()
    expect([code, stderr]).toEqual([0, expect.stringContaining("src/hooks.server.ts is up to date.")])
  })

  test("writes below src if the application of Next.js is there", async () => {
    const files = { "package.json": manifest("next"), "src/app/page.tsx": "" }
    const { read } = await initIn(files, "--yes")
    expect(read("src/app/api/auth/[...nextauth]/route.ts")).toContain("../../../../auth")
    expect(read("mortise.config.mjs")).toContain("./src/adapter.ts")
  })

  test.each([
    ["no package.json", {}, [], 3, "no package.json in this folder"],
    ["an invalid package.json", { "package.json": "{" }, [], 3, "not valid JSON"],
    ["no framework", { "package.json": "{}" }, [], 2, "add --framework nextjs|sveltekit|express|hono"],
    ["an unknown framework", { "package.json": "{}" }, ["--framework", "canary"], 2, "must be one of nextjs"],
    [
      "an unknown client",
      { "package.json": manifest("hono") },
      ["--client", "canary"],
      2,
      "must be one of pg",
    ],
  ])("refuses %s", async (_, files, args, expected, message) => {
    const { code, stdout, stderr } = await initIn(files as Files, ...args)
    expect([code, stdout, stderr]).toEqual([expected, "", expect.stringContaining(message)])
    expect(stderr).not.toContain("canary")
  })
})
