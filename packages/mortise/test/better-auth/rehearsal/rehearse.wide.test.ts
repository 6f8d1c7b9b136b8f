import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { runCommand } from "../../cli/support/run-command.ts"
import { openForTests } from "../../support/open-for-tests.ts"

// Inside the repository, because the files import packages of it.
const folder = join(root, ".cache/rehearsals")
mkdirSync(folder, { recursive: true })
const library = join(root, "packages/mortise/src/better-auth/index.ts")
const servers = { postgres: openForTests(openPostgres), mysql: openForTests(() => openMariadb()) }
const clients = {
  postgres: `import { Pool } from "pg"
const client = new Pool({ connectionString: process.env.DATABASE_URL })`,
  mysql: `import { createPool } from "mysql2/promise"
const client = createPool(process.env.DATABASE_URL)`,
}

/** The same address in another form. */
function respell(address: string): string {
  const url = new URL(address)
  url.hostname = url.hostname === "localhost" ? "127.0.0.1" : "localhost"
  return url.href
}

test.each(["postgres", "mysql"] as const)(
  "on %s, a copy is tried, and the application's database refused",
  async (engine) => {
    const config = join(folder, `auth-${process.pid}-${engine}.mjs`)
    writeFileSync(
      config,
      `import { betterAuth } from "better-auth"
import { mortiseDatabase } from ${JSON.stringify(library)}
${clients[engine]}
export const auth = betterAuth({
  baseURL: "http://localhost",
  database: mortiseDatabase(client),
  secret: "a secret for tests that is long enough",
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
})
`,
    )
    onTestFinished(() => rmSync(config))
    const [application, copy] = [await servers[engine].database(), await servers[engine].database()]
    const rehearse = (on: string, DATABASE_URL: string | undefined) =>
      runCommand(["rehearse", "--better-auth", config, "--on", on, "--json"], { DATABASE_URL })
    // The modules are cached, so the first rehearsal decides which database the file opens.
    const tried = await rehearse(copy, application)
    expect([tried.code, JSON.parse(tried.stdout)]).toMatchObject([
      0,
      { isCompared: true, probes: [{ way: "new user with a password", tried: 1, failures: [] }] },
    ])
    const refused = await rehearse(copy, respell(copy))
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining("the database that the application uses"),
    ])
    const swapped = await rehearse(application, copy)
    expect([swapped.code, swapped.stderr]).toEqual([
      3,
      expect.stringContaining("the file opens another database"),
    ])
  },
)
