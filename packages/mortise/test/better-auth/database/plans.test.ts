import Database from "libsql"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { posingAsMysql } from "../../support/engines.ts"
import { fillAuthTables } from "../../support/fill-auth-tables.ts"
import { mariadbParts, postgresParts, sqliteParts } from "../../support/fill-tables.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { type Reads, watchMariadb, watchPostgres, watchSqlite } from "../../support/watched-reads.ts"
import { coreCalls, options } from "./plans/core-calls.ts"
import { type Call, listCalls, methodCalls } from "./plans/method-calls.ts"
import { exceptionalCalls, exceptions, pageCalls, relationCalls, startCall } from "./plans/read-calls.ts"

/** More than a list of 5,000 values may read. */
const rows = 15_000
/** An entry of an index and its row for each row, and what foreign keys and expired rows add. */
const mostRows = (call: Call): number => 200 + 2 * call.rows

type Subject = {
  readonly database: ReturnType<typeof mortiseDatabase>
  watch(call: () => Promise<unknown>): Promise<Reads>
  close(): unknown
}

const servers = { postgres: openForTests(openPostgres), mariadb: openForTests(openMariadb) }

// For 5,000 of so few rows, a join that reads the whole table would be right. Of a million rows, it is not.
const asIfLarge = { enable_hashjoin: "off", enable_mergejoin: "off", random_page_cost: "1.1" }

const createTables = (client: object) =>
  migrate({ options: { ...options, database: mortiseDatabase(client) } })

async function openOnMariadb(pose: (client: never) => object, type: string): Promise<Subject> {
  const { client, ...watched } = await watchMariadb(await servers.mariadb.database())
  await createTables(client)
  for (const table of ["session", "verification"])
    await client.query(`ALTER TABLE ${table} MODIFY expiresAt ${type} NOT NULL`)
  for (const text of fillAuthTables(mariadbParts, rows)) await client.query(text)
  await client.query("ANALYZE TABLE user, session, account, verification, rateLimit")
  return { ...watched, database: mortiseDatabase(pose(client as never)) }
}

const open: Readonly<Record<string, () => Promise<Subject>>> = {
  async PostgreSQL() {
    const { client, watch, close } = watchPostgres(await servers.postgres.database(), asIfLarge)
    await createTables(client)
    for (const text of [...fillAuthTables(postgresParts, rows), "ANALYZE"]) await client.query(text)
    return {
      ...{ close, database: mortiseDatabase(client) },
      // A limited list without conditions reads a table from its start, and only as far as the limit.
      watch: async (call) => ({ ...(await watch(call)), scans: [] }),
    }
  },
  // Better Auth's own migrations create TIMESTAMP columns.
  MariaDB: () => openOnMariadb((client) => client, "TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP(3)"),
  "MariaDB as MySQL": () => openOnMariadb(posingAsMysql, "DATETIME(3)"),
  async SQLite() {
    const [used, explained] = [await openFilled(), await openFilled()]
    const explain = async (text: string) => explained.prepare(text).raw().all() as unknown[][]
    const { onStatement, watch } = watchSqlite(explain, isWasteful)
    const close = () => [used.close(), explained.close()]
    return { watch, close, database: mortiseDatabase(used, { onStatement }) }
  },
}

/** Dates are texts there, as in tables of Better Auth's own migrations. */
const sqliteAuthParts = {
  ...sqliteParts,
  ago: (milliseconds: string) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - (${milliseconds}) / 1000.0, 'unixepoch')`,
}

async function openFilled(): Promise<Database.Database> {
  const client = new Database(":memory:")
  await createTables(client)
  for (const text of [...fillAuthTables(sqliteAuthParts, rows), "ANALYZE"]) client.exec(text)
  return client
}

/** Whether a step reads a table from its start, unless it reads the rows that a part of the statement limits. */
function isWasteful(text: string, step: string): boolean {
  if (/^SCAN (json_each|j$|\(subquery)/.test(step) || (step === "SCAN p" && text.includes(" LIMIT 1) p ")))
    return false
  const isLimited = / LIMIT /.test(text) && !/ WHERE /.test(text)
  return /^SCAN/.test(step) ? !isLimited : step === "USE TEMP B-TREE FOR ORDER BY" && isLimited
}

describe.each(Object.keys(open))("on %s, SEC-T15 SEC-T25", (engine) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await (open[engine] as () => Promise<Subject>)()
  })
  afterAll(() => subject?.close())

  test("every statement of Better Auth reads the rows that it needs, and no others", async () => {
    const { database, watch } = subject
    const adapter = database(options)
    const joining = database({ ...options, advanced: { database: { joins: true } } })
    const calls = [
      ...methodCalls(adapter, rows / 2),
      ...listCalls(adapter, rows / 4),
      ...pageCalls(adapter, rows / 4),
      ...(engine.startsWith("MariaDB") ? [startCall(adapter, rows / 4)] : []),
      ...relationCalls(adapter, rows / 4),
      ...relationCalls(joining, rows / 4).map((call) => ({ ...call, name: `${call.name}, joined` })),
      ...(await coreCalls(database, rows / 4 + 1000)),
      ...exceptionalCalls(adapter),
    ]
    // The catalog is read before the first call.
    for (const of of [adapter, joining]) await of.count({ model: "user" })
    const wasteful: Record<string, Reads> = {}
    for (const call of calls) {
      const reads = await watch(call.run)
      if (reads.rows > mostRows(call) || reads.scans.length > 0) wasteful[call.name] = reads
    }
    expect(Object.keys(wasteful), JSON.stringify(wasteful)).toEqual(Object.keys(exceptions))
  })
})
