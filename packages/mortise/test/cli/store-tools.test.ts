import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { programDefinition } from "../../src/cli/program-definition.ts"
import { withShortRetries } from "../stores/servers/support/short-retries.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { createAda, openDatabase } from "./support/database.ts"
import { runCli } from "./support/run-cli.ts"
import { runCommand } from "./support/run-command.ts"

const past = new Date("2020-01-01T00:00:00.000Z")

async function openWithExpired(count: number) {
  const database = await openDatabase()
  await createAda(database)
  for (let nth = 0; nth < count; nth++)
    await database.adapter.createSession({ sessionToken: `old-${nth}`, userId: "ada", expires: past })
  return database
}

test("mortise secret prints a strong secret that is new each time: exit 0", async () => {
  const first = await runCommand(["secret"])
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^[A-Za-z0-9+/]{44}\n$/)])
  const { secret } = JSON.parse((await runCommand(["secret", "--json"])).stdout)
  expect(secret).not.toBe(first.stdout.trim())
})

describe("mortise status", () => {
  test("describes the store, its rows and its migration: exit 0", async () => {
    const { run } = await openWithExpired(3)
    const { code, stdout } = await run("status", "--json")
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        store: "sqlite",
        removal: "atomic",
        durability: expect.any(String),
        ids: "given",
        overridden: [],
        rows: { user: 1, account: 1, session: 5, verificationToken: 1, authenticator: 1, slot: 0 },
        expired: { session: 3, verificationToken: 0, slot: 0 },
        migration: { version: 1, pending: 0, refusals: 0 },
      },
    ])
    const text = (await run("status")).stdout
    expect(text).toMatch(/^The tables have version 1\. Nothing is missing\.\nstore +sqlite\n/)
    expect(text).toMatch(/\n\nROWS {15}COUNT {2}EXPIRED\n[\s\S]*\nsession +5 +3\n/)
  })

  test("names missing tables and the pending migration: exit 0", async () => {
    const { run, client } = await openDatabase()
    await client.execute('DROP TABLE "slots"')
    const { code, stdout } = await run("status")
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^The tables .*Statements missing: \d+\. Run npx mortise migrate\n[\s\S]*\nslot +no table\n$/,
      ),
    ])
  })

  test("works on a store without tables: exit 0", async () => {
    const { code, stdout } = await runCommand(["status", "--json"], { MORTISE_ADAPTER: "memory" })
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { store: "memory", rows: { user: 0 } }])
  })
})

test("a missing table is named, and not reported as a database that fails: exit 1", async () => {
  const { run, client } = await openDatabase()
  await client.execute("DROP TABLE users")
  const { code, stdout, stderr } = await run("users", "list")
  expect([code, stdout]).toEqual([1, ""])
  expect(stderr).toMatch(/^The table users does not exist: run migrate\(adapter\)/)
})

describe("mortise sweep", () => {
  test("deletes expired rows in batches, and nothing on a second run: exit 0", async () => {
    const { run } = await openWithExpired(5)
    const { code, stdout } = await run("sweep", "--batch", "2", "--json")
    expect([code, JSON.parse(stdout)]).toEqual([0, { removed: 5, finished: true }])
    expect((await run("sweep")).stdout).toBe("Removed 0 expired rows.\n")
    expect(JSON.parse((await run("status", "--json")).stdout).rows.session).toBe(2)
  })

  test("stops after a batch at Ctrl-C, and a second run continues: exit 130", async () => {
    const { env, run } = await openWithExpired(20)
    // Sends itself the signal during the second batch.
    const config = `
      import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
      import { libsqlAdapter } from "${join(root, "packages/mortise/dist/stores/sql/adapters/libsql-adapter.js")}"
      let sweeps = 0
      const onStatement = (text) => {
        if (text.startsWith("DELETE") && text.includes("sessions") && ++sweeps === 2) process.kill(process.pid, "SIGINT")
      }
      export const adapter = libsqlAdapter(createClient({ url: ${JSON.stringify(env.MORTISE_DATABASE)} }), { onStatement })`
    const cwd = temporaryTree({ "mortise.config.mjs": config })
    const { code, stdout } = await runCli(["sweep", "--batch", "1", "--json"], { cwd })
    const { removed, finished } = JSON.parse(stdout)
    expect([code, finished]).toEqual([130, false])
    expect(removed).toBeLessThan(20)
    expect(JSON.parse((await run("sweep", "--json")).stdout).removed).toBe(20 - removed)
  })
})

const onConfiguration = programDefinition.commands.filter(
  ({ name, options }) =>
    "config" in options && !["serve", "openapi", "conformance", "generate"].includes(name),
)

/** Options without which a command does not open its store. */
const needed: Readonly<Record<string, readonly string[]>> = { "users delete": ["--yes"], revoke: ["--all"] }

describe.each(onConfiguration)("mortise $name", ({ name, arguments: given = [] }) => {
  const args = [...name.split(" "), ...given.map(() => "canary"), ...(needed[name] ?? [])]

  test("without a configuration, explains what to write: exit 3", async () => {
    const { code, stdout, stderr } = await runCommand(args)
    expect([code, stdout, stderr]).toEqual([
      3,
      "",
      expect.stringContaining(
        "write this file with npx mortise init, name the module that exports your adapter with --config, or set MORTISE_ADAPTER",
      ),
    ])
  })

  // `revoke` prints the receipt of what it has done until then: revoke-interrupted.test.ts. `to-better-auth` has a test
  // of its own, with a file of Better Auth, and so have those of tenants, which need another adapter.
  const apart = [
    "export",
    "import",
    "revoke",
    "rotate-keys",
    "to-better-auth",
    "tenants list",
    "tenants remove",
  ]
  test.skipIf(apart.includes(name))(
    "reports a database that is down, without its address: exit 1",
    async () => {
      const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: "http://127.0.0.1:1/canary-4711" }
      const { code, stdout, stderr } = await withShortRetries(() => runCommand(args, env))
      expect([code, stdout]).toEqual([1, ""])
      expect(stderr).toMatch(/^The database failed: .+\.\n$/)
      expect(stderr).not.toContain("canary")
    },
  )

  test("refuses an unknown option: exit 2", async () => {
    const { code, stderr } = await runCommand([...args, "--jsn"])
    expect([code, stderr]).toEqual([2, expect.stringContaining("Unknown option --jsn. Did you mean --json?")])
  })
})
