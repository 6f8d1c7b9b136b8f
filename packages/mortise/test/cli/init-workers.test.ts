import { createClient } from "@libsql/client"
import { describe, expect, test } from "vitest"
import { docsUrl } from "../../src/cli/program/docs-url.ts"
import { defineSchema, text } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { type Files, initIn, manifest } from "./support/init-in.ts"

const database = (binding: string, more = {}) => ({ binding, database_name: "app", ...more })
const wranglerFile = (...databases: readonly object[]) =>
  `{ // a comment\n  "main": "src/index.ts", "d1_databases": ${JSON.stringify(databases)},\n}`

const initJson = async (files: Files, ...args: readonly string[]) => {
  const outcome = await initIn(files, ...args, "--yes", "--json")
  return { ...outcome, ...JSON.parse(outcome.stdout || "{}") }
}

const states = (files: readonly { readonly path: string; readonly state: string }[]) =>
  Object.fromEntries(files.map(({ path, state }) => [path, state]))

describe("init in an empty folder", () => {
  test("writes a worker on D1, whose migration creates all tables and records it", async () => {
    const { code, read, next, client, framework } = await initJson({}, "--client", "d1")
    expect([code, framework, client]).toEqual([0, "worker", "d1"])
    expect(next[1]).toBe("npx wrangler types && npx wrangler d1 migrations apply DB --local")
    expect(read(".gitignore")).toBe(".dev.vars\nnode_modules/\n.wrangler/\n")
    const sqlite = createClient({ url: ":memory:" })
    await sqlite.executeMultiple(read("migrations/0001_mortise.sql"))
    const schema = defineSchema({ user: { fields: { role: text({ default: "member" }) } } })
    expect(await migrate(libsqlAdapter(sqlite, { schema }))).toEqual({ version: 1, steps: [] })
  })

  test("writes Hono in a worker", async () => {
    const { code, read, next } = await initJson({}, "--framework", "hono", "--client", "d1")
    expect([code, next[0]]).toEqual([
      0,
      "npm install hono @auth/core mortise && npm install --save-dev typescript wrangler",
    ])
    expect(read("src/worker.ts")).toContain("export default app")
  })

  test.each([
    ["neon", "() => neon(env.DATABASE_URL", "npx wrangler types && npx mortise migrate", "DATABASE_URL"],
    [
      "upstash",
      "@upstash/redis/cloudflare",
      "npx wrangler types && npx mortise doctor",
      "UPSTASH_REDIS_REST_URL",
    ],
  ])("writes a worker with %s, without a D1 database", async (client, line, create, variable) => {
    const { code, read, next, first } = await initJson({}, "--framework", "worker", "--client", client)
    expect([code, next[1]]).toEqual([0, create])
    expect(read("src/adapter.ts")).toContain(line)
    expect(read("wrangler.jsonc")).not.toContain("d1_databases")
    expect(read(".dev.vars")).toContain(`${variable}=`)
    expect(first[0]).toContain(variable)
  })
})

describe("init in an existing worker", () => {
  test("uses its D1 database and its folder of migrations, and changes no configuration", async () => {
    const { code, read, files, next, first } = await initJson({
      "package.json": manifest("wrangler"),
      "wrangler.toml": `# [[d1_databases]]\n# binding = "OLD"\n[[d1_databases]]\nbinding = "AUTH_DB"\nmigrations_dir = "db/sql"\n`,
      "db/sql/0007_posts.sql": "",
      "src/index.ts": "// precious\n",
    })
    expect(code).toBe(0)
    expect(states(files)).toEqual({
      "src/adapter.ts": "new",
      "src/auth.ts": "new",
      "mortise.config.mjs": "new",
      "db/sql/0008_mortise.sql": "new",
      ".dev.vars": "new",
      ".gitignore": "new",
    })
    expect(read("src/adapter.ts")).toContain("() => env.AUTH_DB\n")
    expect(next[1]).toContain("apply AUTH_DB --local")
    expect(first[0]).toMatch(/^In the fetch handler of your worker, pass requests below \/auth/)
  })

  test("with Hono, says which line the application needs", async () => {
    const given = { "package.json": manifest("hono", "pg"), "wrangler.jsonc": wranglerFile(database("DB")) }
    const { code, client, first, has } = await initJson(given)
    expect([code, client, has("src/worker.ts"), has("server.ts")]).toEqual([0, "d1", false, false])
    expect(first[0]).toContain('app.all("/auth/*"')
  })

  test("adds a database to wrangler.toml", async () => {
    const { code, read, again } = await initJson(
      { "package.json": manifest("wrangler"), "wrangler.toml": 'name = "mine"\n' },
      "--binding",
      "AUTH",
    )
    expect(code).toBe(0)
    expect(read("wrangler.toml")).toMatch(/^name = "mine"\n\n\[\[d1_databases\]\]\nbinding = "AUTH"\n/)
    expect(states(JSON.parse((await again()).stdout).files)["migrations/0001_mortise.sql"]).toBe("equal")
  })

  test("shows what wrangler.jsonc lacks, and leaves it: exit 1", async () => {
    const given = { "package.json": manifest("wrangler"), "wrangler.jsonc": '{ "name": "mine" }' }
    const { code, read, files, first } = await initJson(given)
    expect([code, states(files)["wrangler.jsonc"]]).toEqual([1, "kept"])
    expect(read("wrangler.jsonc")).toBe('{ "name": "mine" }')
    expect(first[0]).toBe("wrangler.jsonc was not changed: add what it lacks of the text above.")
  })

  test("keeps to .env if wrangler reads its variables there", async () => {
    const given = { "wrangler.jsonc": wranglerFile(database("DB")), ".env": "API=1\n" }
    const { read, has, notes } = await initJson({ "package.json": manifest("wrangler"), ...given })
    expect([has(".dev.vars"), read(".gitignore")]).toEqual([false, ".env\n"])
    expect(read(".env")).toMatch(/^API=1\nAUTH_SECRET=\S{44}\n/)
    expect(notes[1]).toContain("in .env.")
  })

  test("chooses between several databases by --binding", async () => {
    const given = {
      "wrangler.json": wranglerFile(database("LOGS"), database("USERS", { migrations_dir: "users" })),
    }
    const { code, read } = await initJson(
      { "package.json": manifest("wrangler"), ...given },
      "--binding",
      "USERS",
    )
    expect([code, read("src/adapter.ts")]).toEqual([0, expect.stringContaining("env.USERS")])
    expect(read("users/0001_mortise.sql")).toContain("CREATE TABLE")
  })
})

describe("init finds", () => {
  test.each([
    ["@neondatabase/serverless", "neon", "npx mortise migrate"],
    ["@upstash/redis", "upstash", "npx mortise doctor"],
    ["@tursodatabase/database", "turso", "npx mortise migrate"],
  ])("%s", async (name, client, create) => {
    const { code, read, next, ...found } = await initJson({ "package.json": manifest("hono", name) })
    expect([code, found.client, next[1]]).toEqual([0, client, create])
    expect(read("adapter.ts")).toContain(`from "${name}"`)
    expect(next[0]).not.toContain(name)
  })

  test("Bun, which runs the application and the commands on Bun.sql", async () => {
    const { client, next } = await initJson({ "package.json": manifest("hono"), "bun.lock": "" })
    expect(client).toBe("bun-sql")
    expect(next).toEqual([
      "bun add @hono/auth-js @auth/core mortise && bun add --dev @types/bun",
      "bunx --bun mortise migrate",
      "bun server.ts",
    ])
  })

  test("Bun as the package manager of an application that Node runs", async () => {
    expect((await initJson({ "package.json": manifest("next"), "bun.lock": "" })).client).toBe("libsql")
  })

  test("wrangler beside a client that Workers do not have, if it is named", async () => {
    const given = { "package.json": manifest("hono"), "wrangler.jsonc": wranglerFile(database("DB")) }
    const { client, has } = await initJson(given, "--client", "pg")
    expect([client, has("auth-routes.ts")]).toEqual(["pg", true])
  })
})

const objects = `{
  "durable_objects": { "bindings": [{ "name": "AUTH", "class_name": "AuthObject" }] },
  "migrations": [{ "tag": "v1", "new_sqlite_classes": ["AuthObject"] }]
}`

describe("init refuses", () => {
  test.each<[string, Files, readonly string[], string]>([
    [
      "several databases without --binding",
      { "package.json": manifest("wrangler"), "wrangler.jsonc": wranglerFile(database("A"), database("B")) },
      [],
      "wrangler.jsonc has several D1 databases, A, B: add --binding with one of them.",
    ],
    [
      "a binding that the configuration lacks",
      { "package.json": manifest("wrangler"), "wrangler.jsonc": wranglerFile(database("A")) },
      ["--binding", "B"],
      "--binding must name a D1 database of wrangler.jsonc, which has A.",
    ],
    ["a binding that is no name", {}, ["--client", "d1", "--binding", "a-b"], "--binding must be a name of"],
    [
      "a binding for another client",
      {},
      ["--framework", "hono", "--binding", "DB"],
      "--binding works with the client d1 only",
    ],
    [
      "D1 for a framework that it cannot set up",
      { "package.json": manifest("next"), "wrangler.jsonc": wranglerFile(database("DB")) },
      [],
      `cannot set up for nextjs: see ${docsUrl("clients/d1")}`,
    ],
    ["D1 in Next.js", {}, ["--framework", "nextjs", "--client", "d1"], "d1 does not work here: for nextjs"],
    ["pg in a worker", {}, ["--framework", "worker", "--client", "pg"], "one of neon, d1, upstash."],
    ["turso in Next.js", {}, ["--framework", "nextjs", "--client", "turso"], "turso does not work here"],
    [
      "a store in a Durable Object",
      { "package.json": manifest("wrangler"), "wrangler.jsonc": objects },
      [],
      `the adapter is then made inside the object, as ${docsUrl("clients/durable-object")} shows`,
    ],
  ])("%s: exit 2, and writes nothing", async (_, files, args, message) => {
    const { code, stdout, stderr, has } = await initIn(files, ...args, "--yes")
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)])
    expect([has("src/adapter.ts"), has("adapter.ts")]).toEqual([false, false])
  })
})
