import { describe, expect, onTestFinished, test, vi } from "vitest"
import { showMigrationProgress } from "../../src/cli/tables/sql-tables.ts"
import type { EmailMode } from "../../src/contract/schema.ts"
import { defineSchema, text } from "../../src/index.ts"
import { inspect, type MigrationProgress, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../support/databases.ts"

/** A database, and a function that tells whether a call reads emails. */
async function open(options: { readonly email?: EmailMode } = {}) {
  const database = openLibsql()
  await migrate(database.adapter({ schema: defineSchema(options) }))
  const readsEmails = async (
    call: (adapter: ReturnType<typeof database.adapter>) => Promise<unknown>,
    schema = defineSchema(options),
  ) => {
    const texts: string[] = []
    await call(database.adapter({ schema, onStatement: (statement) => void texts.push(statement) }))
    return texts.some((statement) => /^SELECT "email" FROM "users"/.test(statement))
  }
  return { ...database, readsEmails }
}

describe("emails are read", () => {
  test("by no call after a migration has checked them", async () => {
    for (const email of ["canonical", "legacy"] as const) {
      const { readsEmails } = await open({ email })
      for (const call of [migrate, plan, inspect]) expect(await readsEmails((one) => call(one))).toBe(false)
    }
  })

  test("not when something else is added", async () => {
    const { readsEmails } = await open()
    const more = defineSchema({ user: { fields: { role: text() } } })
    expect(await readsEmails((one) => migrate(one), more)).toBe(false)
  })

  test("when inspect is asked to", async () => {
    const { readsEmails } = await open()
    expect(await readsEmails((one) => inspect(one, { emails: true }))).toBe(true)
    expect(await readsEmails((one) => inspect(one, { emails: false }))).toBe(false)
  })

  test("before the first migration of existing tables, and then no more", async () => {
    const { readsEmails, run } = await open()
    await run("DROP TABLE mortise_migrations")
    expect(await readsEmails((one) => inspect(one))).toBe(true)
    expect(await readsEmails((one) => migrate(one))).toBe(true)
    for (const call of [migrate, inspect]) expect(await readsEmails((one) => call(one))).toBe(false)
  })

  test("when the form of emails is changed", async () => {
    const { readsEmails } = await open({ email: "exact" })
    const canonical = defineSchema()
    for (const call of [plan, inspect, migrate])
      expect(await readsEmails((one) => call(one), canonical)).toBe(true)
    expect(await readsEmails((one) => migrate(one), canonical)).toBe(false)
  })

  test("when a unique index on them is missing", async () => {
    const { readsEmails, run, rows } = await open({ email: "legacy" })
    const [[name]] = (await rows("SELECT name FROM sqlite_master WHERE sql LIKE '%lower(%'")) as [[string]]
    await run(`DROP INDEX "${name}"`)
    for (const call of [inspect, migrate]) expect(await readsEmails((one) => call(one))).toBe(true)
  })

  test("page by page, with progress, and none is missed", async () => {
    const { adapter, run } = await open()
    const rows = 25_000
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO users (id, email) SELECT printf('%06d', i), printf('%s%d@example.com', iif(i % 5000 IN (0, 1), 'A', 'a'), i) FROM n`,
    )
    const seen: MigrationProgress[] = []
    const options = { emails: true, onProgress: (each: MigrationProgress) => void seen.push(each) }
    const { findings } = await inspect(adapter(), options)
    expect(findings).toMatchObject([{ code: "legacy_emails", rows: 10 }])
    expect(seen).toEqual([
      { what: "emails", rows: 10_000 },
      { what: "emails", rows: 20_000 },
    ])
  })

  test("SEC-T25 twice if many are not canonical, even without an index, and never once for each", async () => {
    const { adapter, run, rows } = await open()
    const [[name]] = (await rows(
      "SELECT name FROM sqlite_master WHERE sql LIKE '%email%' AND type = 'index'",
    )) as [[string]]
    await run(`DROP INDEX "${name}"`)
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
       INSERT INTO users (id, email) SELECT printf('%06d', i), printf('%s%d@example.com', iif(i % 5 = 0, 'a', 'A'), i / 5) FROM n`,
    )
    const texts: string[] = []
    const seen: MigrationProgress[] = []
    const { findings } = await inspect(adapter({ onStatement: (text) => void texts.push(text) }), {
      ...{ emails: true, onProgress: (progress) => void seen.push(progress) },
    })
    const [{ rows: stored, why }] = findings.filter(({ code }) => code === "legacy_emails") as [
      (typeof findings)[number],
    ]
    expect(stored).toBe(9600)
    expect(why).toContain("2400 canonical forms belong to several users.")
    expect(texts.filter((text) => /^SELECT "email" FROM/.test(text))).toHaveLength(4)
    expect(seen.map(({ rows: read }) => read)).toEqual([10_000, 30_000])
  })
})

test("the command line shows the progress of a long migration on stderr", () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
  const printed: string[] = []
  const printError = (event: string, sentence: string) => void printed.push(`${event}: ${sentence}`)
  const show = showMigrationProgress({ print: () => {}, printError })
  show({ what: "emails", rows: 10_000 })
  vi.setSystemTime(Date.now() + 3000)
  show({ what: "emails", rows: 20_000 })
  vi.setSystemTime(Date.now() + 3000)
  show({ what: "defaults", rows: 200 })
  expect(printed).toEqual(["progress: 20000 emails read.", "progress: 200 rows got a default."])
})
