import { describe, expect, test } from "vitest"
import { MortiseError } from "../../src/index.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { mysql2 } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { migrateUpTo } from "./support/cut-migration.ts"

describe("a migration on MariaDB that ends before its record", () => {
  const server = openForTests(mysql2.serve)

  const open = async () => {
    const url = await server.database()
    return { url, ...mysql2.connect(url), execute: (text: string) => mysql2.execute(url, text) }
  }

  test("is reported by inspect, and recorded by the next run", async () => {
    const { made: all } = await migrateUpTo(await server.database(), Number.POSITIVE_INFINITY)
    const { url, adapter, close } = await open()
    await migrateUpTo(url, all - 1)
    const { ok, findings } = await inspect(adapter())
    expect([ok, findings]).toEqual([
      true,
      [expect.objectContaining({ code: "unrecorded_migration", table: "mortise_migrations" })],
    ])
    expect(await migrate(adapter())).toEqual({ version: 1, steps: [] })
    expect(await migrate(adapter())).toEqual({ version: 1, steps: [] })
    expect(await inspect(adapter())).toEqual({ ok: true, findings: [] })
    await close()
  })

  test("is not reported for tables without a table of records, and recorded by the next run", async () => {
    const { adapter, execute, close } = await open()
    await migrate(adapter())
    await execute("DROP TABLE mortise_migrations")
    expect(await inspect(adapter())).toEqual({ ok: true, findings: [] })
    expect(await migrate(adapter())).toEqual({ version: 1, steps: [] })
    await close()
  })

  test("is not recorded in a dry run, nor while errors are left", async () => {
    const { adapter, execute, close } = await open()
    await migrate(adapter())
    await execute("DROP TABLE mortise_migrations")
    expect(await migrate(adapter(), { dryRun: true, onStatement: false })).toEqual({ version: 0, steps: [] })
    await execute("ALTER TABLE authenticators MODIFY credentialBackedUp TEXT NOT NULL")
    const { findings } = await inspect(adapter())
    expect(findings.map(({ code }) => code)).toEqual(["wrong_type"])
    await expect(migrate(adapter())).rejects.toMatchObject({ code: "conflict" })
    await close()
  })

  test("of tables that were created by hand succeeds for a user who may not create tables", async () => {
    const { adapter, execute, close } = await open()
    await migrate(adapter())
    await execute("DROP TABLE mortise_migrations")
    const onStatement = (text: string) => {
      if (text.includes("CREATE TABLE")) throw new MortiseError("unavailable", "Not permitted.")
    }
    expect(await migrate(adapter({ onStatement }))).toEqual({ version: 0, steps: [] })
    await close()
  })
})
