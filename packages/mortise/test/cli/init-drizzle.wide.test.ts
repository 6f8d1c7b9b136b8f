import { mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type ConsumerProject, consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { run } from "../house/support/run.ts"
import { installOrms } from "../orms/install.ts"
import { writeTree } from "../support/temporary-tree.ts"

let project: ConsumerProject
let server: Server

beforeAll(async () => {
  await installOrms()
  server = await openPostgres()
  project = consumerProject()
  const ofOrms = fileURLToPath(new URL("../orms/node_modules", import.meta.url))
  const modules = { jiti: root, pg: root, "drizzle-orm": "", "drizzle-kit": "" }
  for (const [name, place] of Object.entries(modules)) {
    const target = join(project.folder, "node_modules", name)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(place === "" ? join(ofOrms, name) : join(place, "node_modules", name), target)
  }
  writeTree(project.folder, {
    "package.json": JSON.stringify({ dependencies: { next: "*", "drizzle-orm": "*", pg: "*" } }),
    "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": ["./src/*"] } } }),
    "src/app/page.tsx": "",
    "src/db/index.ts": `import { drizzle } from "drizzle-orm/node-postgres"
import * as schema from "@/db/schema"

export const db = drizzle(process.env.DATABASE_URL!, { schema })
`,
    "src/db/schema.ts": `import { integer, pgTable } from "drizzle-orm/pg-core"

export const users = pgTable("users", { id: integer().primaryKey() })
`,
    "drizzle.config.ts": `process.loadEnvFile(".env.local")

export default {
  schema: "./src/db/schema.ts",
  dialect: "postgresql",
  dbCredentials: { url: process.env.DATABASE_URL! },
}
`,
    ".env.local": `DATABASE_URL=${await server.database()}\n`,
  })
}, 300_000)
afterAll(async () => {
  project.remove()
  await server.close()
})

const programs = {
  mortise: "node_modules/mortise/dist/cli/main.js",
  "drizzle-kit": "node_modules/drizzle-kit/bin.cjs",
}

/** Runs a command that `init` prints, as npx does. */
function runCommand(command: string): string {
  const [, name = "", ...args] = command.split(" ")
  // With NODE_ENV=test, as vitest sets it, .env.local is not read.
  const env = { NODE_ENV: "" }
  return run(process.execPath, [programs[name as keyof typeof programs], ...args], project.folder, env)
}

test("a variable that is not set is named", () => {
  runCommand("npx mortise init --yes")
  expect(() => runCommand("npx mortise status --no-env-files")).toThrow(
    "check that the variable with the URL is set, such as DATABASE_URL, in src/adapter.ts:",
  )
})

test("the commands that init prints create the tables beside those of the project", () => {
  const { next } = JSON.parse(runCommand("npx mortise init --yes --json"))
  const [, create = ""] = next
  for (const command of create.split(" && ")) runCommand(command)
  expect(runCommand("npx mortise migrate --check")).toContain("has everything that migrate would add")
  expect(runCommand("npx drizzle-kit push")).toContain("No changes detected")
  expect(runCommand("npx mortise generate drizzle --config mortise.config.mjs")).toContain(
    `pgTable("auth_users"`,
  )
})
