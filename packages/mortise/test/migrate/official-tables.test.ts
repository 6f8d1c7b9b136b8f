import { createClient } from "@libsql/client"
import { expect, onTestFinished, test } from "vitest"
import { defineSchema, type SchemaOptions } from "../../src/index.ts"
import { presetNames, presets } from "../../src/schema/presets/presets.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { findProblems } from "../../src/stores/sql/migrate/find-problems.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { openMigration } from "../../src/stores/sql/migrate/migration.ts"
import { readRecords } from "../../src/stores/sql/migrate/version-table.ts"
import { pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"

const server = openForTests(pg.serve)

function open(options: SchemaOptions<object> = {}) {
  const client = createClient({ url: ":memory:" })
  onTestFinished(() => client.close())
  return { client, adapter: libsqlAdapter(client, { schema: defineSchema(options) }) }
}

const onSqlite = presetNames.filter((preset) => presets[preset].sqlite)

test.each(onSqlite)("the tables of %s are noticed, and nothing is created beside them", async (preset) => {
  const { client } = open()
  await migrate(libsqlAdapter(client, { schema: defineSchema({ preset }) }))
  // Migrations of Mortise add what official tables lack.
  await client.batch(["DROP TABLE IF EXISTS slots", "DROP TABLE IF EXISTS mortise_migrations"])
  const adapter = libsqlAdapter(client)
  const { steps, refusals } = await plan(adapter)
  expect(steps).toEqual([])
  expect(refusals).toEqual([
    expect.objectContaining({ code: "official_tables", why: expect.stringContaining(`preset: "authjs-`) }),
  ])
  expect(refusals[0]?.why).toContain(`${preset}`)
  const { ok, findings } = await inspect(adapter)
  expect([ok, findings[0]?.code]).toEqual([false, "official_tables"])
  await expect(migrate(adapter)).rejects.toThrow("preset")
})

test("the adapter's own tables are not taken for official ones", async () => {
  const { client, adapter } = open()
  await migrate(adapter)
  await client.batch([
    "DROP TABLE slots",
    "DROP TABLE mortise_migrations",
    "ALTER TABLE users DROP COLUMN image",
  ])
  expect((await inspect(adapter)).findings.map(({ code }) => code)).not.toContain("official_tables")
})

test("an error about a missing table names presets", async () => {
  const { adapter } = open()
  await expect(adapter.getUser("1")).rejects.toThrow("the preset of an official adapter")
})

test("tables that another process creates meanwhile are not taken for official ones", async () => {
  // Here the official tables have no column that these lack.
  const { adapter: openAdapter, close } = pg.connect(await server.database(), 1)
  onTestFinished(async () => void (await close()))
  const adapter = openAdapter()
  const migration = await openMigration(adapter, "migrate")
  const nothing = { tables: [], records: await readRecords(migration, []) }
  await migrate(adapter)
  const codes = (await findProblems(migration, nothing)).map(({ code }) => code)
  expect(codes).toContain("missing_table")
  expect(codes).not.toContain("official_tables")
})
