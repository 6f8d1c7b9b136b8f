import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { startMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { execute, startPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { OwnServer } from "../../../workshop/src/servers/server.ts"
import { checkServer } from "../../src/stores/sql/migrate/check-server.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../support/databases.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { createAda, openDatabase } from "./support/database.ts"
import { runCommand } from "./support/run-command.ts"

type Finding = { readonly code: string; readonly why: string; readonly fix?: readonly string[] }

/** The findings about a database, and the exit code. */
async function examine(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { code, stdout } = await runCommand(["doctor", "--json", ...args], env)
  const { ok, findings }: { ok: boolean; findings: Finding[] } = JSON.parse(stdout)
  return { code, ok, findings, codes: findings.map((finding) => finding.code) }
}

const engines = [
  {
    name: "pg",
    start: startPostgres,
    weak: ["fsync is off", "full_page_writes is off", "synchronous_commit is off"],
    fixes: ["ALTER SYSTEM SET fsync = on", "SELECT pg_reload_conf()"],
  },
  {
    name: "mysql2",
    start: startMariadb,
    weak: ["innodb_flush_log_at_trx_commit is 0", "innodb_doublewrite is off"],
    fixes: ["SET GLOBAL innodb_flush_log_at_trx_commit = 1"],
  },
] as const

describe.each(engines)("mortise doctor on $name", ({ name, start, weak, fixes }) => {
  let [fast, durable]: OwnServer[] = []
  beforeAll(async () => {
    ;[fast, durable] = await Promise.all([start(), start({ durable: true })])
  })
  afterAll(async () => {
    await Promise.all([fast?.close(), durable?.close()])
  })

  const open = async (server: OwnServer | undefined) => {
    const env = { MORTISE_ADAPTER: name, MORTISE_DATABASE: (await server?.database()) ?? "" }
    expect((await runCommand(["migrate"], env)).code).toBe(0)
    return env
  }

  test("finds nothing on a durable server: exit 0, even with --strict", async () => {
    const { code, findings } = await examine(await open(durable), "--strict")
    expect([code, findings]).toEqual([0, []])
  })

  test("agrees with mortise status about what the data survives", async () => {
    const survives = async (server: OwnServer | undefined) =>
      JSON.parse((await runCommand(["status", "--json"], await open(server))).stdout).durability
    expect([await survives(durable), await survives(fast)]).toEqual(["power", "process"])
  })

  test("warns about settings that lose changes, with their fix: exit 0, or 1 with --strict", async () => {
    const env = await open(fast)
    const { code, ok, codes, findings } = await examine(env)
    expect([code, ok, new Set(codes)]).toEqual([0, true, new Set(["not_durable"])])
    for (const start of weak)
      expect(findings.map(({ why }) => why)).toContainEqual(expect.stringContaining(start))
    expect(findings.flatMap(({ fix = [] }) => fix)).toEqual(expect.arrayContaining([...fixes]))
    expect(await examine(env, "--strict")).toMatchObject({ code: 1, ok: false })
  })

  test("SEC-N14 compares the clock of the server with its own", async () => {
    const env = await open(durable)
    for (const [offset, why] of [
      [3_600_000, "3600 seconds behind"],
      [-3_600_000, "3600 seconds ahead of"],
    ] as const) {
      const real = Date.now
      vi.spyOn(Date, "now").mockImplementation(() => real() + offset)
      onTestFinished(() => void vi.restoreAllMocks())
      const { code, findings } = await examine(env)
      expect([code, findings]).toEqual([
        0,
        [expect.objectContaining({ code: "clock_skew", why: expect.stringContaining(why) })],
      ])
      vi.restoreAllMocks()
    }
  })
})

describe("mortise doctor on the tables of an official adapter", () => {
  const server = openForTests(() => startPostgres({ durable: true }))

  test("finds missing keys and indexes, and prints how to add them: exit 1", async () => {
    const url = await server.database()
    // As the page of the official adapter for pg shows them.
    await execute(
      url,
      "CREATE TABLE verification_token (identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL, PRIMARY KEY (identifier, token))",
      `CREATE TABLE accounts (id SERIAL, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL, provider VARCHAR(255) NOT NULL, "providerAccountId" VARCHAR(255) NOT NULL, refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT, scope TEXT, session_state TEXT, token_type TEXT, PRIMARY KEY (id))`,
      `CREATE TABLE sessions (id SERIAL, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL, "sessionToken" VARCHAR(255) NOT NULL, PRIMARY KEY (id))`,
      `CREATE TABLE users (id SERIAL, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT, PRIMARY KEY (id))`,
    )
    const { code, stdout } = await runCommand(["doctor"], { MORTISE_ADAPTER: "pg", MORTISE_DATABASE: url })
    expect(code).toBe(1)
    for (const place of ["users.email", "accounts", "sessions.sessionToken"])
      expect(stdout).toMatch(
        new RegExp(`^error missing_key ${place.replace(".", "\\.")}: .*\\n {2}fix: `, "m"),
      )
    expect(stdout).toMatch(/^warning missing_index sessions\.expires: .*\n {2}fix: CREATE INDEX/m)
  })
})

describe("mortise doctor on SQLite", () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each([
    ["PRAGMA synchronous = OFF", "synchronous is off", "PRAGMA synchronous = FULL"],
    ["PRAGMA journal_mode = OFF", "journal_mode is off", "PRAGMA journal_mode = WAL"],
  ])("warns about %s", async (statement, why, fix) => {
    const database = openLibsql()
    await migrate(database.adapter())
    expect(await checkServer(database.adapter())).toEqual([])
    await database.run(statement)
    expect(await checkServer(database.adapter())).toEqual([
      { code: "not_durable", severity: "warning", why: expect.stringContaining(why), fix: [fix] },
    ])
  })

  test("reports rows that expired more than a day ago until they are swept", async () => {
    const database = await openDatabase()
    await createAda(database)
    const expires = new Date(Date.now() - 25 * 3600 * 1000)
    await database.adapter.createSession({ sessionToken: "old", userId: "ada", expires })
    const { code, findings } = await examine(database.env)
    expect([code, findings]).toEqual([0, [expect.objectContaining({ code: "expired_rows", rows: 1 })]])
    await database.run("sweep")
    expect((await examine(database.env)).findings).toEqual([])
  })
})
