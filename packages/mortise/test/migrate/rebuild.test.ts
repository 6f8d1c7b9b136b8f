import { describe, expect, test } from "vitest"
import { defineSchema, number, type Schema } from "../../src/index.ts"
import { readTableText } from "../../src/sql/engines/sqlite/introspection/table-text.ts"
import { type Finding, inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { clients } from "../support/databases.ts"
import { everythingOf, later, signUp } from "./support/people.ts"

const withTenant: Schema = defineSchema({ user: { fields: { tenant: number({ default: 7.5 }) } } })

describe.each(clients)("a rebuilt table, on %s", (_, open) => {
  test("keeps the columns, checks, indexes, triggers, views and rows of its owner", async () => {
    const { adapter: over, run, rows } = open()
    await migrate(over())
    await signUp(over())
    const before = await everythingOf(over())
    await run(
      "PRAGMA foreign_keys = OFF",
      "CREATE TEMP TABLE old AS SELECT * FROM users",
      "DROP TABLE users",
      `CREATE TABLE IF NOT EXISTS Users ( -- people, (really
        [id] varchar(255) PRIMARY KEY, name TEXT DEFAULT ('nobody, yet'), \`email\` TEXT CONSTRAINT one UNIQUE COLLATE NOCASE,
        emailVerified INTEGER, image TEXT, "of ""age""" INT NOT NULL DEFAULT 1 CHECK ("of ""age""" IN (0, 1)),
        shout TEXT GENERATED ALWAYS AS (upper(name) || ', (!)') STORED, tenant NUMERIC(10, 2) NOT NULL,
        /* one of each, */ CONSTRAINT named UNIQUE (tenant, email), FOREIGN KEY (tenant) REFERENCES tenants (id)
      )`,
      "CREATE TABLE tenants (id NUMERIC PRIMARY KEY)",
      "INSERT INTO tenants VALUES (7.5)",
      "INSERT INTO Users (id, name, email, emailVerified, image, tenant) SELECT *, 7.5 FROM old",
      "DROP TABLE temp.old",
      'CREATE INDEX by_age ON Users ("of ""age""")',
      "CREATE TABLE log (line TEXT)",
      "CREATE TRIGGER logged AFTER INSERT ON uSERS BEGIN INSERT INTO log VALUES (new.name); INSERT INTO log VALUES (';'); END",
      "CREATE VIEW names AS SELECT name FROM Users",
      "PRAGMA foreign_keys = ON",
    )
    const { findings } = await inspect(over())
    expect(findings.map(({ code, column }) => [code, column])).toEqual([
      ["nullable_column", "id"],
      ["folding_collation", "email"],
      ["unfilled_column", "tenant"],
    ])
    const [{ fix = [] }, other, undeclared] = findings as [Finding, Finding, Finding]
    expect(other.fix).toEqual(fix)
    expect(undeclared).not.toHaveProperty("fix")
    await run(...fix)

    expect(await everythingOf(over())).toEqual(before)
    // The ORM's column stays NOT NULL, so it is declared.
    const adapter = over({ schema: withTenant })
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    expect(await rows('SELECT "of ""age""", shout, tenant FROM users')).toEqual([[1, "ADA, (!)", 7.5]])
    await adapter.createUser({ email: "ADA@example.com ", name: "Eve" }).catch(() => {})
    await signUp(adapter, "grace")
    expect(await rows("SELECT line FROM log")).toEqual([["grace"], [";"]])
    expect(await rows("SELECT name FROM names ORDER BY name")).toEqual([["ada"], ["grace"]])
    const kept =
      "SELECT name FROM sqlite_master WHERE lower(tbl_name) = 'users' AND sql IS NOT NULL ORDER BY lower(name)"
    expect(await rows(kept)).toEqual([["by_age"], ["logged"], ["Users"]])
    await expect(run("UPDATE users SET tenant = 9")).rejects.toThrow(/FOREIGN KEY/)
    await expect(run('UPDATE users SET "of ""age""" = 2')).rejects.toThrow(/CHECK/)
  })

  test("converts dates in text to milliseconds, in every notation", async () => {
    const { adapter: over, run } = open()
    const adapter = over()
    await migrate(adapter)
    await signUp(adapter)
    await run(
      "DROP TABLE verification_tokens",
      "CREATE TABLE verification_tokens (identifier TEXT NOT NULL, token TEXT NOT NULL, expires TEXT NOT NULL, PRIMARY KEY (identifier, token))",
      "CREATE INDEX verification_tokens_expires_idx ON verification_tokens (expires)",
      `INSERT INTO verification_tokens VALUES ('a', 'iso', '${later.toISOString()}'), ('a', 'sql', '2096-05-06 07:08:09.123'), ('a', 'zone', '2096-05-06T09:08:09.123+02:00'), ('a', 'number', ${later.getTime()})`,
    )
    const { findings } = await inspect(adapter)
    await run(...(findings[0]?.fix ?? []))
    for (const token of ["iso", "sql", "zone", "number"])
      expect(await adapter.useVerificationToken({ identifier: "a", token })).toMatchObject({ expires: later })
  })
})

describe("the text of a table", () => {
  test("is split into columns and constraints", () => {
    const text = `CREATE TABLE "a(b" ("x, y" VARCHAR (10, 2) NOT NULL ON CONFLICT FAIL DEFAULT (1 + (2)), plain,
      d DEFAULT NULL REFERENCES t(a) ON DELETE SET NULL ON UPDATE SET DEFAULT NOT DEFERRABLE INITIALLY DEFERRED UNIQUE,
      CONSTRAINT "p, k" PRIMARY KEY ("x, y"), FOREIGN KEY ( plain , d ) REFERENCES t) STRICT, WITHOUT ROWID`
    expect(readTableText(text)).toEqual({
      columns: [
        {
          name: "x, y",
          type: "VARCHAR (10, 2)",
          clauses: [
            { kind: "NOT", text: "NOT NULL ON CONFLICT FAIL" },
            { kind: "DEFAULT", text: "DEFAULT (1 + (2))" },
          ],
        },
        { name: "plain", type: "", clauses: [] },
        {
          name: "d",
          type: "",
          clauses: [
            { kind: "DEFAULT", text: "DEFAULT NULL" },
            {
              kind: "REFERENCES",
              text: "REFERENCES t(a) ON DELETE SET NULL ON UPDATE SET DEFAULT NOT DEFERRABLE INITIALLY DEFERRED",
            },
            { kind: "UNIQUE", text: "UNIQUE" },
          ],
        },
      ],
      constraints: [
        { kind: "PRIMARY", text: 'CONSTRAINT "p, k" PRIMARY KEY ("x, y")' },
        { kind: "FOREIGN", text: "FOREIGN KEY ( plain , d ) REFERENCES t" },
      ],
      options: "STRICT, WITHOUT ROWID",
    })
  })
})
