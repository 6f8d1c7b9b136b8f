import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { newFile, openLibsql } from "../support/databases.ts"
import type { Order, Report } from "./support/migrating-process.ts"

describe("processes that migrate one new file concurrently", () => {
  const children: ChildProcess[] = []
  beforeAll(async () => {
    const program = new URL("./support/migrating-process.ts", import.meta.url)
    for (let nth = 0; nth < 3; nth++) children.push(fork(program, { execArgv: ["--import", "tsx"] }))
    await Promise.all(children.map((child) => once(child, "message")))
  })
  afterAll(() => {
    for (const child of children) child.kill()
  })

  const order = async (child: ChildProcess, given: Order): Promise<Report> => {
    const answer = once(child, "message")
    child.send(given)
    const [report] = await answer
    return report as Report
  }

  test.each(["libsql", "@libsql/client"] as const)(
    "through %s: all succeed, one creates the tables",
    async (client) => {
      for (let round = 0; round < 10; round++) {
        const file = newFile()
        const reports = await Promise.all(children.map((child) => order(child, { file, client })))
        const steps = reports.map((report) => ("error" in report ? report.error : report.steps))
        expect(steps.sort()).toEqual([0, 0, 13])
        expect(reports.every((report) => "version" in report && report.version === 1)).toBe(true)
        const database = openLibsql(file)
        expect(await inspect(database.adapter())).toEqual({ ok: true, findings: [] })
        expect(await database.rows("SELECT version FROM mortise_migrations")).toEqual([[1]])
        expect(await database.rows("PRAGMA integrity_check")).toEqual([["ok"]])
      }
    },
  )
})

test("SEC-U9 a migration waits for the lock longer than an operation does", async () => {
  const file = newFile()
  const holder = openLibsql(file)
  await holder.run("BEGIN IMMEDIATE", "CREATE TABLE other (id TEXT)")
  const released = sleep(6_500).then(() => holder.run("COMMIT"))
  expect(await migrate(openLibsql(file).adapter())).toMatchObject({ version: 1 })
  await released
})

describe("an outdated plan", () => {
  /** Migrates while another statement runs just before the first change. */
  async function overtaken(
    change: string,
  ): Promise<{ outcome: unknown; database: ReturnType<typeof openLibsql> }> {
    const database = openLibsql()
    await migrate(database.adapter())
    await database.run(
      "DROP INDEX sessions_expires_idx",
      "DROP TABLE slots",
      "DELETE FROM mortise_migrations",
    )
    let isDone = false
    const adapter = database.adapter({
      onStatement: (statement) => {
        if (isDone || !statement.startsWith("CREATE")) return
        isDone = true
        void database.run(change)
      },
    })
    return { outcome: await migrate(adapter).catch((error: unknown) => error), database }
  }

  test("is replaced by a plan for the rest, if another process did a part of it", async () => {
    const { outcome, database } = await overtaken("CREATE INDEX sessions_expires_idx ON sessions (expires)")
    expect(outcome).toMatchObject({ version: 1, steps: [{}, {}] })
    expect(await inspect(database.adapter())).toEqual({ ok: true, findings: [] })
  })

  test("is replaced by an empty plan, if another process did all of it", async () => {
    const script = (await plan(await lacking())).steps.map(({ statement }) => statement).join(";")
    const { outcome, database } = await overtaken(script)
    expect(outcome).toEqual({ version: 1, steps: [] })
    expect(await database.rows("SELECT version FROM mortise_migrations")).toEqual([[1]])
  })

  test("is refused, if rows block it by then", async () => {
    const { outcome, database } = await overtaken(
      "CREATE TABLE slots (key TEXT); INSERT INTO slots VALUES ('a'), ('a')",
    )
    expect(outcome).toMatchObject({ code: "conflict", message: expect.stringContaining("- slots.key: ") })
    expect(await database.rows("SELECT count(*) FROM mortise_migrations")).toEqual([[0]])
  })

  test("fails, if nothing has changed and the database refuses it", async () => {
    const database = openLibsql()
    await database.run("CREATE VIEW slots AS SELECT 1 AS one")
    const failure = await migrate(database.adapter()).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: "unavailable",
      operation: "migrate",
      message: expect.stringContaining("no view or index has the name of a new one"),
    })
    expect(await database.schema()).toHaveLength(1)
  })

  async function lacking() {
    const database = openLibsql()
    await migrate(database.adapter())
    await database.run("DROP INDEX sessions_expires_idx", "DROP TABLE slots")
    return database.adapter()
  }
})
