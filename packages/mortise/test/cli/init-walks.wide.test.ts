import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { installBundlers } from "../bundlers/install.ts"
import { installOrms } from "../orms/install.ts"
import { writeTree } from "../support/temporary-tree.ts"
import { existingProject, walk } from "./support/walk.ts"

let server: Server

beforeAll(async () => {
  await installBundlers()
  await installOrms()
  server = await openPostgres()
}, 300_000)
afterAll(() => server.close())

type Files = Readonly<Record<string, string>>

const manifest = (fields: object, packages: readonly string[]): Files => ({
  "package.json": JSON.stringify({
    ...fields,
    dependencies: Object.fromEntries(packages.map((name) => [name, "*"])),
  }),
})

/** Express in TypeScript below `src`, with Kysely on PostgreSQL. */
const expressWithKysely = (port: number): Files => ({
  "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "rootDir": "src", "outDir": "dist", "strict": true } }`,
  "src/db.ts": `import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"

export const pool = new Pool({ connectionString: process.env.DATABASE_URL })

export const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
`,
  "src/index.ts": `import express from "express"
import { db } from "./db.js"

const app = express()

app.use(express.json())

app.get("/", (_request, response) => response.send(typeof db.selectFrom))

app.use((_request, response) => response.status(404).send("Not found"))

app.listen(Number(process.env.PORT ?? ${port}))
`,
})

/** Express in CommonJS. */
const expressInCommonJs = (port: number): Files => ({
  "app.js": `const express = require("express")

const app = express()
const port = ${port}

app.get("/", (request, response) => response.send("home"))

app.listen(port, () => console.log("listening"))
`,
})

/** Hono as its template for Node has it. */
const honoOnNode = (port: number): Files => ({
  "tsconfig.json": `{
  "compilerOptions": { "target": "ESNext", "module": "NodeNext", "strict": true, "outDir": "./dist" },
  "exclude": ["node_modules"]
}`,
  "src/index.ts": `import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => {
  return c.text('Hello Hono!')
})

serve({
  fetch: app.fetch,
  port: ${port}
}, (info) => {
  console.log(\`Server is running on http://localhost:\${info.port}\`)
})
`,
})

test.each([
  {
    application: "Express in src with Kysely",
    files: expressWithKysely,
    fields: { type: "module", scripts: { dev: "tsx watch src/index.ts" } },
    packages: ["express", "kysely", "pg", "tsx", "typescript", "@types/express"],
  },
  {
    application: "Express in CommonJS",
    files: expressInCommonJs,
    fields: { scripts: { start: "node app.js" } },
    packages: ["express"],
  },
  {
    application: "Hono",
    files: honoOnNode,
    fields: { type: "module", scripts: { dev: "tsx watch src/index.ts", build: "tsc" } },
    packages: ["hono", "@hono/node-server", "tsx", "typescript"],
  },
])(
  "the printed steps end at a signed-in page: $application",
  async ({ files, fields, packages }) => {
    const port = await freePort()
    const project = existingProject(packages, (folder) =>
      writeTree(folder, { ...manifest(fields, packages), ...files(port) }),
    )
    const url = packages.includes("pg") ? await server.database() : undefined
    if (url !== undefined) writeFileSync(join(project.folder, ".env"), `DATABASE_URL=${url}\n`)
    try {
      expect(await walk(project, "/auth")).toBe(`{"email":"grace@example.com","role":"member"}`)
    } finally {
      project.remove()
    }
  },
  120_000,
)
