import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { sourcePaths } from "../../../../scripts/source/source-paths.ts"
import { initClients } from "../../src/cli/drivers/clients.ts"
import { clientAdapter } from "../../src/cli/init/adapter-text.ts"
import { frameworks, worker } from "../../src/cli/init/frameworks.ts"
import { compileFolder } from "../house/support/compile-folder.ts"
import { declareAbsentPackages } from "../house/support/example-project.ts"
import { installRedisClients } from "../stores/redis/install.ts"
import { type Files, initIn, manifest } from "./support/init-in.ts"

describe("what init writes", () => {
  test.each(Object.entries(frameworks))("for %s is what its quickstart shows", async (name, framework) => {
    const page = readFileSync(join(root, "docs/quickstart", `${name}.md`), "utf8")
    const { code, stdout, read } = await initIn({}, "--framework", name, "--yes", "--json")
    expect(code).toBe(0)
    const { files, next } = JSON.parse(stdout)
    const others = ["package.json", ".gitignore", framework.environment, "migrations/0001_mortise.sql"]
    for (const { path } of files)
      if (!others.includes(path)) expect(page).toContain(` ${path}\n${read(path)}\`\`\``)
    expect(page).toContain(read(framework.environment).replace(/(?<=AUTH_SECRET=).*/, "…"))
    const [install, migrate, start] = next
    const commands = [install, migrate].flatMap((line: string) => line.split(" && "))
    for (const command of [...commands, `mortise init --framework ${name}`]) expect(page).toContain(command)
    // The version of Node decides how Express and Hono are started, and the page shows both.
    expect(page).toContain(start)
    if (framework.inWorkers) return
    const postgres = await initIn({}, "--framework", name, "--client", "pg", "--yes")
    expect(page).toContain(` ${framework.adapter}\n${postgres.read(framework.adapter)}\`\`\``)
    expect(page).toContain("DATABASE_URL=postgres://user:password@localhost:5432/app")
  })

  test("compiles with every client", async () => {
    await installRedisClients()
    // Inside the repository, so that the clients are found.
    const folder = join(root, ".cache/init")
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const [name, { init, inWorkers }] of Object.entries(initClients)) {
      if (init && !inWorkers) writeFileSync(join(folder, `${name}.ts`), clientAdapter(name, init, {}))
      if (init?.workerImports !== undefined)
        writeFileSync(join(folder, `${name}-worker.ts`), clientAdapter(name, init, worker))
    }
    const paths = sourcePaths()
    for (const [name, types] of Object.entries({ ioredis: "built", redis: "dist" }))
      paths[name] = [join(root, "packages/mortise/test/stores/redis/node_modules", name, types, "index.d.ts")]
    writeFileSync(join(folder, "absent.d.ts"), declareAbsentPackages(Object.keys(paths)))
    const compilerOptions = { paths, noPropertyAccessFromIndexSignature: false }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
    )
    compileFolder(folder)
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

  test("prints three commands for a new application, and what to set first", async () => {
    const { stdout } = await initIn({}, "--framework", "nextjs", "--client", "pg", "--yes")
    expect(stdout.slice(stdout.indexOf("First:"))).toBe(`First:
  Set DATABASE_URL in .env.local.

Next:
  npm install next react react-dom next-auth@5.0.0-beta.32 mortise pg && npm install --save-dev @types/pg typescript @types/node @types/react
  npx mortise migrate
  npx next dev

Then:
  Open http://localhost:3000, and sign in by email: the terminal shows the link.
  For GitHub, set AUTH_GITHUB_ID and AUTH_GITHUB_SECRET in .env.local.
  In production, send the link with your mailer instead of printMail, and set AUTH_URL to your application's address, such as https://app.example.
  The files are explained on ${frameworks["nextjs"]?.page}
`)
  })

  test("starts an application by its own script, at the sign-in page", async () => {
    const given = { dependencies: { next: "*" }, scripts: { dev: "next dev" } }
    const { stdout, has } = await initIn({ "package.json": JSON.stringify(given) }, "--yes", "--json")
    const { next, notes } = JSON.parse(stdout)
    expect([next[2], notes[0]]).toEqual([
      "npm run dev",
      "Open http://localhost:3000/api/auth/signin, and sign in by email: the terminal shows the link.",
    ])
    expect(has("app/page.tsx")).toBe(false)
  })

  test("makes a new package.json of CommonJS a module", async () => {
    const { stdout } = await initIn({ "package.json": "{}" }, "--framework", "hono", "--yes", "--json")
    expect(JSON.parse(stdout).next[0]).toMatch(/^npm pkg set type=module && npm install hono /)
  })

  test.each([
    ["ioredis", "ioredisAdapter(client"],
    ["redis", "redisAdapter(client"],
  ])("detects %s, which needs no migration", async (client, text) => {
    const { stdout, read } = await initIn({ "package.json": manifest("hono", client) }, "--yes", "--json")
    const document = JSON.parse(stdout)
    expect(document.client).toBe(client)
    expect(document.next[1]).toBe("npx mortise doctor")
    expect(read("adapter.ts")).toContain(text)
    expect(read(".env")).toContain("REDIS_URL=redis://localhost:6379")
  })

  test("writes the PostgreSQL schema of the tables", async () => {
    const args = ["--framework", "hono", "--pg-schema", 'My "Auth"', "--yes"]
    const { code, read } = await initIn({}, ...args, "--client", "pg")
    expect(code).toBe(0)
    expect(read("adapter.ts")).toContain('defineSchema({\n  pgSchema: "My \\"Auth\\"",\n  user: {')
    const refused = await initIn({}, ...args, "--client", "mysql2")
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("not with mysql2")])
    expect(refused.has("adapter.ts")).toBe(false)
  })

  test("prefers a database to Redis, which may be a cache", async () => {
    const { stdout } = await initIn({ "package.json": manifest("hono", "ioredis", "pg") }, "--yes", "--json")
    expect(JSON.parse(stdout).client).toBe("pg")
  })

  test("shows a diff, and writes nothing with --dry-run: exit 0", async () => {
    const { code, stdout, has } = await initIn({ "package.json": manifest("next") }, "--dry-run")
    expect(code).toBe(0)
    expect(stdout).toContain("--- /dev/null\n+++ app/api/auth/[...nextauth]/route.ts\n+import")
    expect([has("adapter.ts"), has(".env.local"), has(".gitignore")]).toEqual([false, false, false])
  })

  test("without a terminal, needs --yes: exit 2, and nothing is written", async () => {
    const { code, stderr, has } = await initIn({ "package.json": manifest("next") })
    expect([code, stderr]).toEqual([2, expect.stringContaining("add --yes")])
    expect([has("adapter.ts"), has(".env.local")]).toEqual([false, false])
  })

  test("never changes an existing module: exit 1, and the others are written", async () => {
    const files = { "package.json": manifest("hono"), "auth-routes.ts": "// precious\n" }
    const { code, stdout, stderr, read } = await initIn(files, "--yes")
    expect([code, stderr]).toEqual([1, expect.stringContaining("auth-routes.ts exists and is not changed")])
    expect(stdout).toMatch(
      /First:\n {2}auth-routes\.ts was not changed: add what it lacks of the text above\.\n/,
    )
    expect(read("auth-routes.ts")).toBe("// precious\n")
    expect(read("adapter.ts")).toContain("libsqlAdapter")
  })

  test("names a file that cannot be written: exit 1", async () => {
    const { code, stderr } = await initIn({ "package.json": manifest("next"), app: "" }, "--yes")
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^app\/\S+ cannot be written \(\w+\): check/m)])
  })

  test.each(["src/app/page.tsx", "src/pages/index.tsx"])("writes below src if %s is there", async (page) => {
    const { read } = await initIn({ "package.json": manifest("next"), [page]: "" }, "--yes")
    expect(read("src/app/api/auth/[...nextauth]/route.ts")).toContain("../../../../auth")
    expect(read("mortise.config.mjs")).toContain("./src/adapter.ts")
  })

  test.each([
    ["no package.json", {}, [], 3, "For a new one, name a framework: npx mortise init --framework nextjs|"],
    ["an invalid package.json", { "package.json": "{" }, [], 3, "not valid JSON"],
    ["no framework", { "package.json": "{}" }, [], 2, "add --framework nextjs|sveltekit|express|hono|worker"],
    ["an unknown framework", { "package.json": "{}" }, ["--framework", "canary"], 2, "must be one of nextjs"],
    [
      "an unknown client",
      { "package.json": manifest("hono") },
      ["--client", "canary"],
      2,
      "must be one of pg",
    ],
    [
      "an official adapter, which has its tables",
      { "package.json": manifest("next", "@auth/pg-adapter") },
      ["--yes"],
      1,
      "uses @auth/pg-adapter: keep your tables, and replace the import",
    ],
  ])("refuses %s", async (_, files, args, expected, message) => {
    const { code, stdout, stderr } = await initIn(files as Files, ...args)
    expect([code, stdout, stderr]).toEqual([expected, "", expect.stringContaining(message)])
    expect(stderr).not.toContain("canary")
  })
})
