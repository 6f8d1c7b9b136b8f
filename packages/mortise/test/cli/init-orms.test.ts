import { describe, expect, test } from "vitest"
import { type Files, initIn, manifest } from "./support/init-in.ts"

const tsconfig = `{
  // The alias of create-next-app.
  "compilerOptions": { "strict": true, "paths": { "@/*": ["./src/*"] } },
}
`

const drizzleProject: Files = {
  "package.json": manifest("next", "drizzle-orm", "pg", "drizzle-kit"),
  "tsconfig.json": tsconfig,
  "src/app/page.tsx": "",
  "src/db/index.ts": `import { drizzle } from "drizzle-orm/node-postgres"
import * as schema from "./schema"

export const db = drizzle(process.env.DATABASE_URL!, { schema })
`,
  "src/db/schema.ts": `import { pgTable, text } from "drizzle-orm/pg-core"

export const posts = pgTable("posts", { id: text().primaryKey() })
`,
  "drizzle.config.ts": `export default defineConfig({ schema: "./src/db/schema.ts", dialect: "postgresql" })\n`,
  ".env.local": "DATABASE_URL=postgres://localhost/app\n",
  ".gitignore": ".env*\n",
}

const stateOf = (stdout: string): Files =>
  Object.fromEntries(JSON.parse(stdout).files.map(({ path, state }: Files) => [path, state]))

describe("with Drizzle", () => {
  test("the adapter uses the connection of the project, and drizzle-kit creates the tables", async () => {
    const { code, stdout, read, again } = await initIn(drizzleProject, "--yes", "--json")
    const { client, connection, next, first } = JSON.parse(stdout)
    expect([code, client, connection]).toEqual([0, "drizzle", "src/db/index.ts"])
    expect(read("src/adapter.ts")).toBe(`import { db } from "@/db"
import { defineSchema, text } from "mortise"
import { drizzleAdapter } from "mortise/drizzle"

export const schema = defineSchema({
  user: { fields: { role: text<"admin" | "member">({ default: "member" }) } },
})

export const adapter = drizzleAdapter(db, { schema })
`)
    expect(read("src/db/auth-schema.ts")).toMatch(
      /export const users = pgTable\("users", \{[\s\S]*role: text\(/,
    )
    expect(read("src/db/schema.ts")).toBe(
      `${drizzleProject["src/db/schema.ts"]}export * from "./auth-schema"\n`,
    )
    expect(read(".env.local")).not.toMatch(/DATABASE_URL=.*DATABASE_URL=/s)
    expect(first).toEqual([])
    expect(next.slice(0, 2)).toEqual([
      "npm install next-auth@5.0.0-beta.32 mortise",
      "npx mortise status && npx drizzle-kit push",
    ])
    const second = await again()
    expect(second.code).toBe(0)
    expect(new Set(Object.values(stateOf(second.stdout)))).toEqual(new Set(["equal"]))
  })

  test("the tables can be in a PostgreSQL schema", async () => {
    const args = ["--pg-schema", "auth", "--yes", "--json"]
    const { code, stdout, read } = await initIn(drizzleProject, ...args)
    expect(code).toBe(0)
    expect(read("src/adapter.ts")).toContain('  pgSchema: "auth",\n')
    expect(read("src/db/auth-schema.ts")).toContain('export const authSchema = pgSchema("auth")')
    expect(JSON.parse(stdout).first[0]).toBe(
      'Add "auth" to `schemaFilter` in drizzle.config.ts, which is ["public"] if it is absent.',
    )
    const taken = {
      "src/db/schema.ts": `export const users = pgTable("users", { id: text().primaryKey() })\n`,
    }
    const renamed = await initIn({ ...drizzleProject, ...taken }, ...args)
    expect(renamed.read("src/db/schema.ts")).toContain("export { authSchema, users as authUsers,")
    const onSqlite = {
      "src/db/index.ts": `import { drizzle } from "drizzle-orm/libsql"\nexport const db = drizzle()`,
    }
    const refused = await initIn({ ...drizzleProject, ...onSqlite }, ...args)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("works on PostgreSQL only")])
  })

  test("a schema with such a table keeps it: those of sign-in get a prefix", async () => {
    const schema = `export const users = pgTable("users", { id: text().primaryKey() })\r\n`
    const { read, stdout, again } = await initIn(
      { ...drizzleProject, "src/db/schema.ts": schema },
      "--yes",
      "--json",
    )
    expect(read("src/adapter.ts")).toContain(`defineSchema({\n  prefix: "auth_",\n  user:`)
    expect(read("src/db/auth-schema.ts")).toContain(`pgTable("auth_users", {`)
    expect(read("src/db/schema.ts")).toBe(
      `${schema}export { users as authUsers, accounts as authAccounts, sessions as authSessions, verificationTokens as authVerificationTokens, authenticators as authAuthenticators, slots as authSlots } from "./auth-schema"\r\n`,
    )
    expect(JSON.parse(stdout).notes[0]).toContain("start with auth_")
    const second = stateOf((await again()).stdout)
    expect(new Set(Object.values(second))).toEqual(new Set(["equal"]))
  })

  test("migrations are generated if the project has some", async () => {
    const files = { ...drizzleProject, "drizzle/meta/_journal.json": "{}" }
    const { stdout } = await initIn(files, "--yes", "--json")
    expect(JSON.parse(stdout).next[1]).toBe(
      "npx mortise status && npx drizzle-kit generate && npx drizzle-kit migrate",
    )
  })

  test.each([
    ["a folder", `"./src/db"`, "src/db/auth-schema.ts", []],
    ["a pattern", `"./src/db/*.ts"`, "src/db/auth-schema.ts", []],
    ["a list", `["./src/db/schema.ts"]`, "src/db/auth-schema.ts", ["Add ./src/db/auth-schema.ts to"]],
  ])("the schema may be %s", async (_, schema, file, notes) => {
    const config = `export default { schema: ${schema} }`
    const { stdout, read } = await initIn(
      { ...drizzleProject, "drizzle.config.ts": config },
      "--yes",
      "--json",
    )
    expect(read(file)).toContain("pgTable")
    expect(read("src/db/schema.ts")).toBe(drizzleProject["src/db/schema.ts"])
    expect(JSON.parse(stdout).first).toEqual(notes.map((note) => expect.stringContaining(note)))
  })

  test("without drizzle-kit, migrate creates the tables", async () => {
    const { "drizzle.config.ts": _, ...files } = drizzleProject
    const { stdout, has } = await initIn(files, "--yes", "--json")
    expect(JSON.parse(stdout).next[1]).toBe("npx mortise migrate")
    expect(has("src/db/auth-schema.ts")).toBe(false)
  })

  test("SvelteKit and Express import the module by its path", async () => {
    const connection = `import { drizzle } from "drizzle-orm/libsql"\nconst db = drizzle("file:app.db")\nexport { db }\n`
    const inSvelte = { "package.json": manifest("@sveltejs/kit", "drizzle-orm"), "tsconfig.json": tsconfig }
    const svelte = await initIn({ ...inSvelte, "src/lib/server/db/index.ts": connection }, "--yes")
    expect(svelte.read("src/lib/server/adapter.ts")).toContain(`import { db } from "./db"`)
    const inExpress = { "package.json": manifest("express", "drizzle-orm") }
    const express = await initIn({ ...inExpress, "src/db/index.ts": connection }, "--yes")
    expect(express.read("src/adapter.ts")).toContain(`import { db } from "./db/index.ts"`)
  })

  const connection = drizzleProject["src/db/index.ts"] ?? ""
  test.each([
    ["no connection", { "src/db/index.ts": "" }, [], "add --connection FILE"],
    ["several", { "src/lib/db.ts": connection }, [], "src/db/index.ts and src/lib/db.ts: add --connection"],
    ["a missing file", {}, ["--connection", "src/canary.ts"], "does not exist: check its path"],
    ["a module without one", {}, ["--connection", "drizzle.config.ts"], "has no export"],
    [
      "a client that is not supported",
      { "src/db/index.ts": connection.replace("node-postgres", "neon-http") },
      [],
      "imports drizzle-orm/neon-http, which Mortise does not support: use node-postgres",
    ],
  ])("refuses %s, and says what to pass", async (_, files, args, message) => {
    const { code, stderr, has } = await initIn({ ...drizzleProject, ...(files as Files) }, "--yes", ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).not.toContain("canary")
    expect(has("src/adapter.ts")).toBe(false)
  })

  test("--connection names one of several, --client uses another client", async () => {
    const files = { ...drizzleProject, "src/lib/db.ts": connection }
    const chosen = await initIn(files, "--yes", "--connection", "./src/lib/db.ts")
    expect(chosen.read("src/adapter.ts")).toContain(`import { db } from "@/lib/db"`)
    const other = await initIn(files, "--yes", "--client", "pg")
    expect(other.read("src/adapter.ts")).toContain("pgAdapter(client")
  })
})

const prismaProject: Files = {
  "package.json": manifest("next", "@prisma/client", "prisma"),
  "tsconfig.json": tsconfig,
  "src/app/page.tsx": "",
  "src/lib/prisma.ts": `import { PrismaPg } from "@prisma/adapter-pg"
import { PrismaClient } from "@/generated/prisma/client"

const globalForPrisma = globalThis as unknown as { prisma: PrismaClient | undefined }

export const prisma =
  globalForPrisma.prisma ??
  new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) })
`,
  "src/generated/prisma/client.ts": "export const prisma = new PrismaClient()\n",
  "prisma.config.ts": `export default defineConfig({ schema: "prisma/schema.prisma" })\n`,
  "prisma/schema.prisma": `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "postgresql"
}

model Post {
  id String @id
}
`,
}

describe("with Prisma", () => {
  test("the adapter uses the client of the project, and Prisma creates the tables", async () => {
    const { code, stdout, read, again } = await initIn(prismaProject, "--yes", "--json")
    expect([code, JSON.parse(stdout).client]).toEqual([0, "prisma"])
    expect(read("src/adapter.ts")).toContain(`import { prisma } from "@/lib/prisma"\n`)
    expect(read("src/adapter.ts")).toContain("prismaAdapter(prisma, { schema })")
    const [before, after = ""] = read("prisma/schema.prisma").split("\nmodel User {")
    expect(before).toBe(prismaProject["prisma/schema.prisma"])
    expect(after).toMatch(/role +String +@default\("member"\)[\s\S]*model Slot \{/)
    expect(JSON.parse(stdout).next[1]).toBe("npx prisma db push && npx prisma generate")
    const second = stateOf((await again()).stdout)
    expect(new Set(Object.values(second))).toEqual(new Set(["equal"]))
  })

  test("a schema with such a model keeps it: those of sign-in get a prefix", async () => {
    const schema = `${prismaProject["prisma/schema.prisma"]}\nmodel User {\n  id Int @id\n}\n`
    const files = {
      ...prismaProject,
      "prisma/schema.prisma": schema,
      "prisma/migrations/a/migration.sql": "",
    }
    const { stdout, read, again } = await initIn(files, "--yes", "--json")
    expect(read("src/adapter.ts")).toContain(`prefix: "auth_"`)
    expect(read("prisma/schema.prisma").slice(schema.length)).toMatch(
      /^\nmodel AuthUser \{[\s\S]*accounts +AuthAccount\[\][\s\S]*@@map\("auth_users"\)/,
    )
    expect(JSON.parse(stdout).next[1]).toBe("npx prisma migrate dev --name auth && npx prisma generate")
    const second = stateOf((await again()).stdout)
    expect(new Set(Object.values(second))).toEqual(new Set(["equal"]))
  })

  test("a folder of schemas gets a file, and a default export is imported as such", async () => {
    const { "prisma/schema.prisma": schema = "", ...others } = prismaProject
    const files = {
      ...others,
      "prisma.config.ts": `export default defineConfig({ schema: "./prisma/schema" })\n`,
      "prisma/schema/main.prisma": schema,
      "src/lib/prisma.ts": "const prisma = new PrismaClient({ adapter })\n\nexport default prisma\n",
    }
    const { read, again } = await initIn(files, "--yes", "--json")
    expect(read("prisma/schema/auth.prisma")).toMatch(/^model User \{/)
    expect(read("prisma/schema/main.prisma")).toBe(schema)
    expect(read("src/adapter.ts")).toContain(`import prisma from "@/lib/prisma"\n`)
    const second = stateOf((await again()).stdout)
    expect(new Set(Object.values(second))).toEqual(new Set(["equal"]))
  })

  test.each([
    ["no schema", { "prisma.config.ts": "", "prisma/schema.prisma": undefined }, 3, "run npx prisma init"],
    [
      "an unknown provider",
      { "prisma/schema.prisma": 'datasource db {\n  provider = "mongodb"\n}' },
      2,
      "use postgresql, mysql or sqlite",
    ],
  ])("refuses %s", async (_, files, expected, message) => {
    const all = Object.entries({ ...prismaProject, ...files }).filter(([, text]) => text !== undefined)
    const { code, stderr } = await initIn(Object.fromEntries(all) as Files, "--yes")
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
  })
})
