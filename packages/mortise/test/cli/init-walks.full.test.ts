import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { bundlerFile, installBundlers } from "../bundlers/install.ts"
import { run } from "../house/support/run.ts"
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

/** Changes package.json as a person does who adds a package or another port. */
function changeManifest(folder: string, dev: string, packages: readonly string[] = []): void {
  const file = join(folder, "package.json")
  const { dependencies, scripts, ...others } = JSON.parse(readFileSync(file, "utf8"))
  const added = Object.fromEntries(packages.map((name) => [name, "*"]))
  const changed = { ...others, scripts: { ...scripts, dev }, dependencies: { ...dependencies, ...added } }
  writeFileSync(file, JSON.stringify(changed, null, 2))
}

test("the printed steps end at a signed-in page: create-next-app with Drizzle", async () => {
  const [port, url] = [await freePort(), await server.database()]
  // Next.js would install those that it does not find.
  const generated = ["next", "react", "react-dom", "typescript", "@types/node", "@types/react"]
  const drizzle = ["drizzle-orm", "drizzle-kit", "pg"]
  const project = existingProject([...generated, ...drizzle], (folder) => {
    const options = ["--ts", "--src-dir", "--app", "--no-eslint", "--no-tailwind", "--skip-install", "--yes"]
    const program = bundlerFile("create-next-app/dist/index.js")
    run(process.execPath, [program, "generated", ...options, "--disable-git", "--use-npm"], folder)
    run("/bin/sh", ["-c", "rm package.json && cp -r generated/. . && rm -r generated"], folder)
    // Turbopack follows no links to packages outside of the folder.
    changeManifest(folder, `next dev --webpack -p ${port}`, drizzle)
    writeTree(folder, {
      // The fonts of the generated layout come from the network.
      "src/app/layout.tsx": readFileSync(join(folder, "src/app/layout.tsx"), "utf8")
        .replace(/^import .* "next\/font\/google";\n/m, "")
        .replace(/^const geist[\s\S]*?^\}\);\n/gm, "")
        .replace(/ className=\{`[^}]*\} [^}]*\}[^`]*`\}/, ""),
      ".env": `DATABASE_URL=${url}\n`,
      "src/db/index.ts": `import { drizzle } from "drizzle-orm/node-postgres";

export const db = drizzle(process.env.DATABASE_URL!);
`,
      "src/db/schema.ts": `import { integer, pgTable, varchar } from "drizzle-orm/pg-core";

export const usersTable = pgTable("users", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: varchar({ length: 255 }).notNull(),
});
`,
      "drizzle.config.ts": `import { defineConfig } from "drizzle-kit";

process.loadEnvFile(".env");

export default defineConfig({
  out: "./drizzle",
  schema: "./src/db/schema.ts",
  dialect: "postgresql",
  dbCredentials: { url: process.env.DATABASE_URL! },
});
`,
    })
  })
  try {
    expect(await walk(project, "/api/auth")).toMatch(/Hello <!-- -->grace@example\.com/)
  } finally {
    project.remove()
  }
}, 300_000)

test("the printed steps end at a signed-in page: sv create", async () => {
  const port = await freePort()
  const packages = [
    "@sveltejs/kit",
    "@sveltejs/adapter-auto",
    "@sveltejs/vite-plugin-svelte",
    "svelte",
    "vite",
  ]
  const project = existingProject([...packages, "typescript"], (folder) => {
    const options = ["--template", "minimal", "--types", "ts", "--no-add-ons", "--no-install"]
    run(process.execPath, [bundlerFile("sv/dist/bin.mjs"), "create", "generated", ...options], folder)
    run("/bin/sh", ["-c", "rm package.json && cp -r generated/. . && rm -r generated"], folder)
    changeManifest(folder, `vite dev --port ${port}`)
  })
  try {
    expect(await walk(project, "/auth")).toMatch(/Hello grace@example\.com, member/)
  } finally {
    project.remove()
  }
}, 300_000)
