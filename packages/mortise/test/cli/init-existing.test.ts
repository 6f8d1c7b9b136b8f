import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { type Files, initIn, manifest } from "./support/init-in.ts"

const packageJson = (fields: object, ...packages: readonly string[]): string =>
  JSON.stringify({ ...JSON.parse(manifest(...packages)), ...fields })

/** Express in TypeScript below `src`, with Kysely. */
const inSrc: Files = {
  "package.json": packageJson(
    { type: "module", scripts: { dev: "tsx watch src/index.ts", start: "node dist/index.js" } },
    ...["express", "kysely", "pg", "typescript", "tsx"],
  ),
  "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "rootDir": "src", "outDir": "dist" } }`,
  "src/db.ts": `import { Kysely, PostgresDialect } from "kysely"

export const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
`,
  "src/index.ts": `import express from "express"
import { db } from "./db.js"

const app = express()
app.use(express.json())
app.get("/", async (_request, response) => response.send(db.fn.name))
app.listen(process.env.PORT ?? 4000)
`,
}

/** Express in CommonJS, with the modules at the root. */
const inCommonJs: Files = {
  "package.json": packageJson({ main: "app.js", scripts: { start: "node app.js" } }, "express"),
  "app.js": `const express = require("express")

const server = express()
server.listen(8080)
`,
}

describe("init in an existing application", () => {
  test("writes where the sources are, and prints the lines to add", async () => {
    const { code, stdout, read, has } = await initIn(inSrc, "--yes")
    expect(code).toBe(0)
    expect(read("src/adapter.ts")).toContain(`import { db } from "./db.js"`)
    expect(read("src/adapter.ts")).toContain("kyselyAdapter(db, { schema })")
    expect(read("src/auth-routes.ts")).toContain(`import { config } from "./auth.js"`)
    expect(read("mortise.config.mjs")).toContain(`"./src/adapter.ts"`)
    expect(read(".env")).toContain("AUTH_URL=http://localhost:4000\n")
    expect(has("server.ts")).toBe(false)
    expect(stdout).toContain(`
Add to src/index.ts, at its top:
  import { authRoutes } from "./auth-routes.js"

Add to src/index.ts, below const app = express():
  app.use(authRoutes)

Next:
  npm install @auth/express mortise
  npx mortise migrate
  npm pkg set scripts.dev="tsx watch --env-file=.env src/index.ts"
  npm run dev

Then:
  Open http://localhost:4000/signed-in, and sign in by email: the terminal shows the link.
`)
  })

  test("in CommonJS, the files are modules that the application requires", async () => {
    const { stdout, read, folder } = await initIn(inCommonJs, "--yes", "--json")
    const { lines, next, notes } = JSON.parse(stdout)
    expect(lines).toEqual([
      { file: "app.js", below: "", text: `const { authRoutes } = require("./auth-routes.mjs")` },
      { file: "app.js", below: "const server = express()", text: "server.use(authRoutes)" },
    ])
    expect(next.slice(-2)).toEqual([
      `npm pkg set scripts.start="node --env-file=.env app.js"`,
      "npm run start",
    ])
    expect(notes[0]).toContain("http://localhost:8080/signed-in")
    expect(notes.join()).toMatch(
      /names no database that this command looks for.* It looks for drizzle-orm, .*redis/,
    )
    expect(read("auth-routes.mjs")).toContain(`from "./auth.mjs"`)
    for (const name of ["adapter", "auth", "auth-routes"]) {
      const check = spawnSync(process.execPath, ["--check", join(folder, `${name}.mjs`)], {
        encoding: "utf8",
      })
      expect(check.stderr).toBe("")
    }
  })

  test("an application that calls Auth.js gets no lines, and a second run changes nothing", async () => {
    const { again, folder } = await initIn(inSrc, "--yes")
    writeFileSync(join(folder, "src/index.ts"), `${inSrc["src/index.ts"]}app.use(authRoutes)\n`)
    const { files, lines } = JSON.parse((await again("--json")).stdout)
    expect(lines).toEqual([])
    expect(new Set(files.map(({ state }: { state: string }) => state))).toEqual(new Set(["equal"]))
  })

  test.each([
    ["a template of Hono", `serve({ fetch: app.fetch, port: 5000 })`, "5000"],
    [
      "a variable with a default",
      `const port = Number(process.env.PORT) || 5001\nserve({ fetch, port })`,
      "5001",
    ],
    ["a database beside it", `const pool = new Pool({ port: 5432 })\nserve({ fetch, port: 5002 })`, "5002"],
    ["the variable of .env", `serve({ fetch, port: Number(process.env.PORT ?? 1000) })`, "6000"],
  ])("finds the port of %s", async (_, text, port) => {
    const files = {
      "package.json": packageJson({ type: "module" }, "hono"),
      ".env": port === "6000" ? "PORT=6000\n" : "",
      "src/server.ts": `import { serve } from "@hono/node-server"\nconst app = new Hono<{ Variables: V }>()\n${text}\n`,
    }
    const { stdout, read } = await initIn(files, "--yes", "--json")
    const { lines, next } = JSON.parse(stdout)
    expect(read(".env")).toContain(`AUTH_URL=http://localhost:${port}\n`)
    expect(lines[1]).toEqual({
      ...{ file: "src/server.ts", text: `app.route("/", authRoutes)` },
      below: "const app = new Hono<{ Variables: V }>()",
    })
    expect(next.at(-1)).toMatch(/node --env-file=\.env src\/server\.ts|tsx --env-file=\.env src\/server\.ts/)
  })

  test.each([
    ["kysely", "kysely", "export const db = new Kysely({ dialect })", "kyselyAdapter(db"],
    ["knex", "knex", "module.exports = knex({ client: 'pg' })", "knexAdapter(db"],
    ["typeorm", "typeorm", "export const AppDataSource = new DataSource({})", "typeormAdapter(AppDataSource"],
    ["sequelize", "sequelize", "module.exports = new Sequelize(url)", "sequelizeAdapter(db"],
    [
      "mikro-orm",
      "@mikro-orm/postgresql",
      "export const orm = await MikroORM.init({})",
      "mikroOrmAdapter(orm",
    ],
  ])("finds the connection of %s", async (name, installed, text, call) => {
    const files = { "package.json": manifest("express", installed, "pg"), "lib/db.js": `${text}\n` }
    const { code, stdout, read } = await initIn(files, "--yes", "--json")
    expect([code, JSON.parse(stdout).client]).toEqual([0, name])
    expect(read("adapter.js")).toContain(call)
    const refused = await initIn({ "package.json": files["package.json"] }, "--yes")
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("add --connection FILE")])
  })

  test("pages of Next.js and SvelteKit show who is signed in", async () => {
    const inNext = { "package.json": manifest("next"), "src/app/layout.tsx": "" }
    const next = await initIn(inNext, "--yes", "--json")
    expect(next.read("src/app/signed-in/page.tsx")).toContain(`from "../../auth"`)
    expect(JSON.parse(next.stdout).notes[0]).toContain("http://localhost:3000/signed-in,")
    const inKit = {
      "package.json": manifest("@sveltejs/kit"),
      "src/hooks.server.ts": "export const handle = 1\n",
    }
    const kit = await initIn(inKit, "--yes", "--json")
    expect(kit.has("src/routes/signed-in/+page.svelte")).toBe(true)
    expect(JSON.parse(kit.stdout).first[0]).toContain("sequence(handleAuth, yours)")
  })

  test("a compiler that cannot read the entries of packages is named", async () => {
    const tsconfig = `{ "compilerOptions": { "module": "commonjs" } }`
    const { stdout, has } = await initIn(
      { ...inSrc, "tsconfig.json": tsconfig, "package.json": manifest("express") },
      "--yes",
      "--json",
    )
    expect(JSON.parse(stdout).first[0]).toContain(`Set "module": "nodenext"`)
    expect([has("src/auth-routes.mts"), JSON.parse(stdout).lines[0].text]).toEqual([
      true,
      `import { authRoutes } from "./auth-routes.mjs"`,
    ])
  })
})
