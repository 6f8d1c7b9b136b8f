import { describe, expect, test, vi } from "vitest"
import { canonicalEmail, defineSchema, extras, type SqlAdapter } from "../../src/index.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../src/stores/sql/sql-adapter.ts"
import { clients } from "../support/databases.ts"
import { type Engine, mysql2, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"

type Opened = {
  adapter(options?: SqlOptions): SqlAdapter
  run(...statements: readonly string[]): Promise<void>
  close?(): Promise<unknown>
}

const insert = (...emails: readonly string[]): string =>
  `INSERT INTO users (id, email) VALUES ${emails.map((email) => `('${crypto.randomUUID()}', '${email}')`).join(", ")}`

/** Makes the tables those of another program: no migration has checked the emails. */
const byAnother = "DROP TABLE mortise_migrations"

const legacy = { schema: defineSchema({ email: "legacy" }) }
const exact = { schema: defineSchema({ email: "exact" }) }

/** `hasIndex`: whether the engine can index an expression. */
function describeEmails(open: () => Promise<Opened>, hasIndex: boolean): void {
  test("SEC-U3 in another form are counted by inspect and stop migrate, without their values", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter())
    await run(byAnother, insert("Bob@Example.com", "ada@example.com", "EVE@example.com"))
    expect(await adapter().getUserByEmail("bob@example.com")).toBeNull()
    const { ok, findings } = await inspect(adapter())
    expect([ok, findings.length]).toEqual([false, 1])
    expect(findings[0]).toMatchObject({ code: "legacy_emails", table: "users", column: "email", rows: 2 })
    expect(findings[0]?.why).toContain("2 rows of users.email hold an email that is not in canonical form")
    expect((await plan(adapter())).refusals).toMatchObject([
      { code: "legacy_emails", what: "users.email", rows: 2 },
    ])
    const error = await migrate(adapter()).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: "conflict", message: expect.stringContaining('email: "legacy"') })
    expect(JSON.stringify([findings, String(error)])).not.toMatch(/bob@|eve@/i)

    await run(...(findings[0]?.fix ?? []))
    await migrate(adapter())
    expect(await inspect(adapter(), { emails: true })).toEqual({ ok: true, findings: [] })
    for (const email of ["bob@example.com", "Eve@Example.com"])
      expect(await adapter().getUserByEmail(email)).toMatchObject({ email: canonicalEmail(email) })
    await close?.()
  })

  test("SEC-U3 that collide are counted, and then no statement is suggested", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter())
    await run(
      byAnother,
      insert("Bob@Example.com", "bob@example.com", "EVE@example.com", "Eve@example.com", "Ann@example.com"),
    )
    const { findings } = await inspect(adapter())
    expect(findings).toMatchObject([{ code: "legacy_emails", rows: 4 }])
    expect(findings[0]?.why).toContain("2 canonical forms belong to several users.")
    expect(findings[0]).not.toHaveProperty("fix")
    await close?.()
  })

  test("SEC-U3 that differ in more than case get no statement", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter())
    await run(byAnother, insert(" bob@example.com", "ａda@example.com"))
    const { findings } = await inspect(adapter())
    expect(findings).toMatchObject([{ code: "legacy_emails", rows: 2 }])
    expect(findings[0]).not.toHaveProperty("fix")
    await close?.()
  })

  test("SEC-U3 are found without regard to case under email: legacy, and stored in canonical form", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter())
    await run(insert("Bob@Example.com", "ada@example.com"))
    const adapted = adapter(legacy)
    const { steps } = await migrate(adapted)
    expect(steps).toHaveLength(hasIndex ? 1 : 0)
    const { ok, findings } = await inspect(adapted, { emails: true })
    expect([ok, findings.map(({ code, severity }) => [code, severity])]).toEqual([
      true,
      [["legacy_emails", "warning"]],
    ])
    const bob = await adapted.getUserByEmail("bob@example.COM")
    expect(bob).toMatchObject({ email: "Bob@Example.com" })
    expect(await adapted.getUserByEmail("ada@example.com")).toMatchObject({ email: "ada@example.com" })
    expect(await adapted.getUserByEmail("nobody@example.com")).toBeNull()
    expect(await adapted.createUser({ email: "NEW@Example.com" })).toMatchObject({ email: "new@example.com" })
    if (hasIndex)
      await expect(adapted.createUser({ email: "BOB@example.com" })).rejects.toMatchObject({
        code: "conflict",
        model: "user",
        fields: ["email"],
      })
    const token = { identifier: "bob@example.com", token: "t", expires: new Date(Date.now() + 60_000) }
    await adapted.createVerificationToken(token)
    await adapted.deleteUser(bob?.id ?? "")
    expect(await adapted.useVerificationToken(token)).toBeNull()
    await close?.()
  })

  test("SEC-U3 that are ambiguous under email: legacy are a conflict, never a choice", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter())
    await run(insert("Bob@Example.com", "bob@example.com"))
    const adapted = adapter(legacy)
    await migrate(adapted)
    await expect(adapted.getUserByEmail("bob@example.com")).rejects.toMatchObject({
      code: "conflict",
      model: "user",
      fields: ["email"],
    })
    const { findings } = await inspect(adapted, { emails: true })
    expect(findings.map(({ code, rows, fix }) => [code, rows, fix])).toEqual([
      ...(hasIndex ? [["missing_email_index", 1, undefined]] : []),
      ["legacy_emails", 1, undefined],
    ])
    await close?.()
  })

  if (hasIndex)
    test("a missing index on emails in lower case is an error, which an adapter reports once", async () => {
      const { adapter, run, close } = await open()
      await migrate(adapter(legacy))
      const onWarning = vi.fn()
      expect(await adapter({ ...legacy, onWarning }).getUserByEmail("ada@example.com")).toBeNull()
      expect(onWarning).not.toHaveBeenCalled()

      await run("DROP INDEX users_email_lower_key")
      const other = { schema: defineSchema({ email: "legacy" }), onWarning }
      const { ok, findings } = await inspect(adapter(other))
      expect([ok, findings.map(({ code, severity }) => [code, severity])]).toEqual([
        false,
        [["missing_email_index", "error"]],
      ])
      const statements: string[] = []
      for (const onStatement of [() => {}, (text: string) => statements.push(text)])
        await adapter({ ...other, onStatement }).getUserByEmail("ada@example.com")
      expect(onWarning.mock.calls).toEqual([
        [
          expect.stringMatching(
            /^users has no unique index on email in lower case.*Fix: CREATE UNIQUE INDEX/,
          ),
        ],
      ])
      expect(statements).toHaveLength(1)

      await run("CREATE UNIQUE INDEX by_another_name ON users (lower(email))")
      expect(await inspect(adapter(other))).toEqual({ ok: true, findings: [] })
      await close?.()
    })

  test("SEC-U3 are left alone under email: exact", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter(exact))
    await run(insert("Bob@Example.com"))
    expect(await inspect(adapter(exact))).toEqual({ ok: true, findings: [] })
    expect(await adapter(exact).getUserByEmail("Bob@Example.com")).toMatchObject({ email: "Bob@Example.com" })
    expect(await adapter(exact).getUserByEmail("bob@example.com")).toBeNull()
    await close?.()
  })

  test("SEC-U3 new tables for email: legacy have the index, and migrate adds nothing later", async () => {
    const { adapter, close } = await open()
    await migrate(adapter(legacy))
    expect((await migrate(adapter(legacy))).steps).toEqual([])
    expect(await inspect(adapter(legacy))).toEqual({ ok: true, findings: [] })
    const user = { email: "ada@example.com" }
    expect((await extras(adapter(legacy))?.signUp?.({ user }))?.user).toMatchObject(user)
    await close?.()
  })
}

describe.each(clients)("emails on %s", (_, open) => describeEmails(async () => open(), true))

describe.each([
  ["pg", pg, true],
  ["mysql2", mysql2, false],
] as const)("emails through %s", (_, engine: Engine, hasIndex) => {
  const server = openForTests(engine.serve)
  describeEmails(async () => {
    const url = await server.database()
    return { ...engine.connect(url), run: (...statements) => engine.execute(url, ...statements) }
  }, hasIndex)
})
