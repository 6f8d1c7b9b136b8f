import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { modelNames } from "../../../src/contract/models.ts"
import type { Key, SqlAdapter, Upkeep } from "../../../src/index.ts"
import { extras, upkeep } from "../../../src/index.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { mysql2, newDatabase, pg } from "../../support/engines.ts"
import { fillTables, mariadbParts, postgresParts, sqliteParts } from "../../support/fill-tables.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { type Reads, watchMariadb, watchPostgres, watchSqlite } from "../../support/watched-reads.ts"
import { client as libsql } from "../sqlite/clients/libsql.ts"
import { everyOperation, everythingElse } from "./support/every-operation.ts"

const rows = 5_500
const limit = 50
/** Far fewer than a table has, and enough for a page, and for a batch with what its foreign keys read. */
const mostRows = 4 * limit

type Subject = {
  readonly adapter: SqlAdapter
  watch(call: () => Promise<unknown>): Promise<Reads>
  close(): unknown
}
type Call = readonly [name: string, call: () => Promise<unknown>]

/** The statements that read a whole table, and why. */
const exceptions: Readonly<Record<string, string>> = {
  count: "Counting a table's rows reads all of them, and only tools do it.",
}

const servers = { postgres: openForTests(pg.serve), mariadb: openForTests(mysql2.serve) }

const open: Readonly<Record<string, () => Promise<Subject>>> = {
  async PostgreSQL() {
    const url = await newDatabase(pg, servers.postgres)
    await pg.execute(url, ...fillTables(postgresParts, rows), "ANALYZE")
    const { client, ...watched } = watchPostgres(url)
    return { ...watched, adapter: pgAdapter(client) }
  },
  async MariaDB() {
    const url = await newDatabase(mysql2, servers.mariadb)
    const analyze = `ANALYZE TABLE ${tables.join(", ")}`
    await mysql2.execute(url, ...fillTables(mariadbParts, rows), analyze)
    const { client, ...watched } = await watchMariadb(url)
    return { ...watched, adapter: mysql2Adapter(client) }
  },
  async SQLite() {
    const [used, explained] = [await openFilled(), await openFilled()]
    const { onStatement, watch } = watchSqlite(explained.all, isWasteful)
    return {
      ...{ watch, adapter: used.adapter({ onStatement }) },
      close: () => Promise.all([used.close(), explained.close()]),
    }
  },
}

/** Whether a step reads rows that are not needed. A limited list may follow an index from its start. */
function isWasteful(text: string, step: string): boolean {
  if (/ LIMIT \?$/.test(text) && /^SCAN \w+ USING INDEX/.test(step)) return false
  return /^SCAN (?!json_each)|TEMP B-TREE|\(provider>/.test(step)
}

/** A database of SQLite with rows. */
async function openFilled() {
  const opened = await libsql.open(":memory:")
  await migrate(opened.adapter())
  for (const text of [...fillTables(sqliteParts, rows), "ANALYZE"]) await opened.all(text)
  return opened
}

const tables = ["users", "accounts", "sessions", "verification_tokens", "authenticators", "slots"]

/** Pages at the start and near the end of each model, and searches. */
async function pageCalls(adapter: SqlAdapter): Promise<Call[]> {
  const { page } = upkeep(adapter) as Upkeep
  const calls: Call[] = []
  for (const model of modelNames) {
    let late: { after?: Key } = {}
    for (let isOver = false; !isOver; ) {
      const { next } = await page(model, { limit: 1000, ...late })
      if (next) late = { after: next }
      isOver = !next
    }
    calls.push([`the first page of ${model}`, () => page(model, { limit })])
    calls.push([`a page of ${model}`, () => page(model, { limit, ...late })])
  }
  const prefix = "user-9"
  const { next } = await page("user", { limit: 1000, prefix })
  calls.push(["the first page of a prefix", () => page("user", { limit, prefix })])
  calls.push(["a page of a prefix", () => page("user", { limit, prefix, ...(next && { after: next }) })])
  return calls
}

/** Lookups at once, which are sent together, lists of every owned model, and batches of a sweep. */
function otherCalls(adapter: SqlAdapter): Call[] {
  const { sweep } = upkeep(adapter) as Upkeep
  const { listSessions, listAccounts } = extras(adapter)
  const some = Array.from({ length: 20 }, (_, nth) => `user-${nth + 1}`)
  const now = new Date()
  return [
    ["several users", () => Promise.all(some.map((id) => adapter.getUser(id)))],
    ["several sessions", () => Promise.all(some.map((id) => adapter.getSessionAndUser(id)))],
    ["the sessions of a user", () => listSessions("user-7")],
    ["the accounts of a user", () => listAccounts("user-7")],
    ["the first batch of a sweep", () => sweep({ limit, now })],
    ["the second batch of a sweep", () => sweep({ limit, now })],
    ["the third batch of a sweep", () => sweep({ limit, now })],
  ]
}

describe.each(Object.keys(open))("on %s, SEC-T25 SEC-T26", (engine) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await (open[engine] as () => Promise<Subject>)()
  })
  afterAll(() => subject?.close())

  test("every statement reads the rows that it needs, and no others", async () => {
    const { adapter, watch } = subject
    const calls = [
      ...(await pageCalls(adapter)),
      ...(await everyOperation(adapter)),
      ...(await everythingElse(adapter)).filter(([name]) => name !== "sweep"),
      ...otherCalls(adapter),
    ]
    const wasteful: Record<string, Reads> = {}
    for (const [name, call] of calls) {
      const reads = await watch(call)
      if (reads.rows > mostRows || reads.scans.length > 0) wasteful[name] = reads
    }
    expect(Object.keys(wasteful), JSON.stringify(wasteful)).toEqual(Object.keys(exceptions))
  })

  test("SEC-T26 a sweep ends without expired rows, even if one arrived behind it", async () => {
    const { adapter } = subject
    const { sweep, count } = upkeep(adapter) as Upkeep
    const options = { limit: 1000, now: new Date() }
    expect(await sweep(options)).toBe(1000)
    await adapter.createSession({ sessionToken: "late", userId: "user-1", expires: new Date(0) })
    while ((await sweep(options)) === 1000);
    expect(await adapter.getSessionAndUser("late")).toBeNull()
    expect(await count("verificationToken")).toBeLessThan(limit)
    expect(await sweep({ ...options, limit: 1 })).toBe(0)

    const expire = async (...times: readonly number[]) => {
      for (const time of times) {
        const session = { sessionToken: `expired ${time}`, userId: "user-1", expires: new Date(time) }
        await adapter.createSession(session)
      }
    }
    await expire(10, 20, 30)
    expect(await sweep({ ...options, limit: 2 })).toBe(2)
    await expire(1, 2)
    expect(await sweep({ ...options, limit: 2 }), "of those ahead and behind").toBe(2)
    expect(await sweep({ ...options, limit: 2 })).toBe(1)
  })
})
