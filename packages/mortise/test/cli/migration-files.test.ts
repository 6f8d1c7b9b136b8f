import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import { createConnection } from "mysql2/promise"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { nextMigrationFile } from "../../src/cli/tables/migration-files.ts"
import { defineSchema } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { newFile } from "../support/databases.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { commandsOn } from "./support/adapter-in-process.ts"
import { runCommand } from "./support/run-command.ts"

type Engine = {
  readonly name: string
  /** A server with databases; SQLite has none. */
  serve?(): Promise<Server>
  /** Runs a file with a plain client. */
  apply(url: string, text: string): Promise<void>
}

const engines: readonly Engine[] = [
  {
    name: "pg",
    serve: openPostgres,
    async apply(url, text) {
      const client = new Client(url)
      await client.connect()
      await client.query(text)
      await client.end()
    },
  },
  {
    name: "mysql2",
    serve: openMariadb,
    async apply(url, text) {
      const connection = await createConnection({ uri: url, multipleStatements: true })
      await connection.query(text)
      await connection.end()
    },
  },
  {
    name: "libsql",
    async apply(url, text) {
      const client = createClient({ url })
      await client.executeMultiple(text)
      client.close()
    },
  },
]

describe.each(engines)("mortise migrate --sql and --check on $name", ({ name, serve, apply }) => {
  let server: Server | undefined
  beforeAll(async () => {
    server = await serve?.()
  })
  afterAll(() => server?.close())

  test("a file that another program runs is a migration: --check passes, and migrate finds it done", async () => {
    const url = (await server?.database()) ?? `file:${newFile()}`
    const env = { MORTISE_ADAPTER: name, MORTISE_DATABASE: url }
    const folder = temporaryTree({ "0007_orders.sql": "SELECT 1" })
    const run = (...args: readonly string[]) => runCommand(["migrate", ...args], env)

    const differs = await run("--check")
    expect([differs.code, differs.stdout]).toEqual([1, expect.stringContaining("table users does not exist")])
    const written = await run("--sql", folder)
    const file = join(folder, "0008_mortise.sql")
    expect([written.code, written.stdout]).toEqual([0, expect.stringContaining(`Wrote ${file}. Review it`)])
    expect((await run("--sql", folder)).stdout).toContain(`${file} contains the migration already`)
    expect((await run("--check")).code).toBe(1)

    await apply(url, readFileSync(file, "utf8"))
    expect(await run("--check")).toMatchObject({
      code: 0,
      stdout: "The database has everything that migrate would add.\n",
    })
    expect((await run()).stdout).toBe("Statements run: 0. The database is at version 1.\n")
    expect((await run("--sql", folder)).stdout).toBe("Nothing is missing, so no file was written.\n")

    await apply(url, "DROP TABLE slots")
    const { file: second } = JSON.parse((await run("--sql", folder, "--json")).stdout)
    expect(second).toBe(join(folder, "0009_mortise.sql"))
    await apply(url, readFileSync(second, "utf8"))
    expect((await run("--check")).code).toBe(0)
    expect((await run()).stdout).toBe("Statements run: 0. The database is at version 2.\n")
    expect(readdirSync(folder)).toEqual(["0007_orders.sql", "0008_mortise.sql", "0009_mortise.sql"])
  })
})

test("a file for tables of another program does not claim that the emails were read", async () => {
  const url = `file:${newFile()}`
  const client = createClient({ url })
  const commands = commandsOn(libsqlAdapter(client, { schema: defineSchema() }))
  await commands("migrate")
  await client.executeMultiple("DROP TABLE mortise_migrations; DROP TABLE slots")
  const folder = temporaryTree({})
  const { file } = JSON.parse((await commands("migrate", "--sql", folder, "--json")).stdout)
  await client.executeMultiple(readFileSync(file, "utf8"))
  await client.execute("INSERT INTO users (id, email) VALUES ('1', 'Bob@Example.com')")
  const { code, stdout } = await commands("doctor")
  expect([code, stdout]).toEqual([1, expect.stringContaining("legacy_emails")])
})

test("a folder that cannot be used is not a failure of the database: exit 1", async () => {
  const commands = commandsOn(libsqlAdapter(createClient({ url: `file:${newFile()}` })))
  const file = join(temporaryTree({ "a.txt": "" }), "a.txt")
  const { code, stderr } = await commands("migrate", "--sql", file)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The folder of --sql cannot be used \(ENOTDIR\): /),
  ])
})

describe("the next migration of a folder", () => {
  const now = new Date("2026-03-04T05:06:07.890Z")
  test.each([
    [[], "0001_mortise.sql"],
    [["README.md", "seed.sql"], "0001_mortise.sql"],
    [["0009_users.sql", "0010_2fa.sql"], "0011_mortise.sql"],
    [["1-users.sql", "9-orders.sql"], "10-mortise.sql"],
    [["V1__users.sql", "V2_1__orders.sql"], "V3__mortise.sql"],
    [["000003_a.up.sql", "000003_a.down.sql"], "000004_mortise.up.sql"],
    [["20260101000000_users.sql"], "20260304050607_mortise.sql"],
    [["20990101000000_users.sql"], "20990101000001_mortise.sql"],
    [["1700000000000_users.sql"], "1772600767890_mortise.sql"],
    [["migration_lock.toml"], "20260304050607_mortise/migration.sql"],
    [["20250101000000_init/migration.sql"], "20260304050607_mortise/migration.sql"],
  ])("after %j is %s", (names, path) => {
    const folder = temporaryTree(Object.fromEntries(names.map((name) => [name, ""])))
    expect(nextMigrationFile(folder, now).path).toBe(path)
  })

  test("of Drizzle Kit is in the journal, with the snapshot of the one before", () => {
    const entry = { idx: 4, version: "7", when: now.getTime() + 5, tag: "0004_orders", breakpoints: true }
    const folder = temporaryTree({
      "0004_orders.sql": "",
      "meta/_journal.json": JSON.stringify({ version: "7", dialect: "postgresql", entries: [entry] }),
      "meta/0004_snapshot.json": JSON.stringify({ id: "a", prevId: "b", tables: {} }),
    })
    const { path, write } = nextMigrationFile(folder, now)
    const statements = ["SELECT 1", "SELECT 2"].map((text) => ({ text, why: "Because." }))
    write({ statements, backfilled: [] })
    const json = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"))
    expect(readFileSync(join(folder, path), "utf8").split("--> statement-breakpoint")).toHaveLength(2)
    expect(json("meta/_journal.json").entries).toEqual([
      entry,
      { ...entry, idx: 5, when: now.getTime() + 6, tag: "0005_mortise" },
    ])
    expect(json("meta/0005_snapshot.json")).toMatchObject({ prevId: "a", tables: {} })
  })
})
