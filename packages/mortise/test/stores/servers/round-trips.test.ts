import { readFile } from "node:fs/promises"
import { createConnection } from "mysql2/promise"
import { describe, expect, test } from "vitest"
import { startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { manifest } from "../../../src/index.ts"
import { type Engine, mariadb, mysql2, mysql2AsMysql, pg, postgresJs } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { everyOperation } from "./support/every-operation.ts"

type Seen = {
  readonly counts: Record<string, number>
  readonly promised: Record<string, number | undefined>
  /** For the first call of another adapter on the same client. */
  readonly ofNextAdapter: number
}

/** Counts the statements that the server received for each operation, after every statement was prepared. */
async function statementsSeen(engine: Engine, url: string, count: () => Promise<number>): Promise<Seen> {
  await engine.createTables(url)
  const client = engine.connect(url, 1)
  const adapter = client.adapter()
  for (const [, call] of await everyOperation(adapter)) await call()
  const counts: Record<string, number> = {}
  for (const [name, call] of await everyOperation(adapter)) {
    const before = await count()
    await call()
    counts[name] = (await count()) - before
  }
  const before = await count()
  await client.adapter().getUser("nobody")
  const ofNextAdapter = (await count()) - before
  await client.close()
  return { counts, promised: { ...manifest(adapter)?.roundTrips }, ofNextAdapter }
}

describe("statements that PostgreSQL received", () => {
  const server = openForTests(() => startPostgres({ settings: ["log_statement=all", "log_line_prefix=%d "] }))

  test.each([pg, postgresJs])(
    "$name: one per operation, as in the manifest, and none for a new adapter",
    async (engine) => {
      const url = await server.database()
      const name = new URL(url).pathname.slice(1)
      const pattern = new RegExp(`^${name} LOG:  (execute|statement)`, "gm")
      const count = async () => ((await readFile(server.log, "utf8")).match(pattern) ?? []).length
      const { counts, promised, ofNextAdapter } = await statementsSeen(engine, url, count)
      expect(counts).toEqual(promised)
      expect(ofNextAdapter).toBe(1)
      expect(new Set(Object.values(counts))).toEqual(new Set([1]))
    },
  )
})

describe("statements that MariaDB received", () => {
  const server = openForTests(() => startMariadb({ settings: ["--general-log=1", "--log-output=TABLE"] }))

  const seen = async (engine: Engine) => {
    const url = await server.database()
    const admin = await createConnection(url)
    // Counts only the client under test: other connections create the tables and read the log.
    const count = async () => {
      const [rows] = await admin.query(
        "SELECT COUNT(*) AS statements FROM mysql.general_log WHERE command_type IN ('Query', 'Execute') AND thread_id <> CONNECTION_ID()",
      )
      return Number((rows as { statements: number }[])[0]?.statements)
    }
    const result = await statementsSeen(engine, url, count)
    await admin.end()
    return result
  }

  test("as MySQL: as many as in the manifest, and fewer for a session", async () => {
    const { counts, promised, ofNextAdapter } = await seen(mysql2AsMysql)
    expect(counts).toEqual({ ...promised, updateSession: 2 })
    expect(ofNextAdapter).toBe(1)
  })

  test.each([mysql2, mariadb])(
    "$name: never more than in the manifest, and one to delete and return",
    async (engine) => {
      const { counts, promised } = await seen(engine)
      for (const [name, statements] of Object.entries(counts))
        expect(statements, name).toBeLessThanOrEqual(promised[name] ?? 0)
      expect(counts).toMatchObject({
        getSessionAndUser: 1,
        createSession: 1,
        deleteSession: 1,
        useVerificationToken: 1,
        updateSession: 2,
        updateUser: 4,
        deleteUser: 4,
      })
    },
  )
})
