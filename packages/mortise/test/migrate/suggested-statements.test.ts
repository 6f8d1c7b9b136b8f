import { readFile } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { date, defineSchema, type Schema, text } from "../../src/index.ts"
import { type Finding, inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { clients, type TestDatabase } from "../support/databases.ts"
import { type Engine, mysql2, newDatabase, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { redefine } from "./support/damage.ts"
import { signUp } from "./support/people.ts"

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), "utf8")
const titled = {
  user: { table: "User" },
  account: { table: "Account" },
  session: { table: "Session" },
  verificationToken: { table: "VerificationToken" },
} as const
const singular = {
  user: { table: "user" },
  account: { table: "account" },
  session: { table: "session" },
  verificationToken: { table: "verificationToken" },
  authenticator: { table: "authenticator" },
} as const
const updatedAt = { updatedAt: date({ default: () => new Date() }) }
const id = { id: text({ default: () => crypto.randomUUID() }) }

/** Tables of other programs, with the schema that a user would write for them at first. */
const onPostgres: Readonly<Record<string, readonly [Schema, ...string[]]>> = {
  "@auth/pg-adapter without its ids": [
    defineSchema({ verificationToken: { table: "verification_token" } }),
    "packages/workshop/src/official/schemas/pg-adapter.sql",
  ],
  "@auth/pg-adapter": [
    defineSchema({ ids: "serial", verificationToken: { table: "verification_token" } }),
    "packages/workshop/src/official/schemas/pg-adapter.sql",
  ],
  "@auth/kysely-adapter": [
    defineSchema({ ...titled, ids: "uuid" }),
    "packages/workshop/src/official/schemas/kysely-postgres.sql",
  ],
  "@auth/kysely-adapter without its ids": [
    defineSchema(titled),
    "packages/workshop/src/official/schemas/kysely-postgres.sql",
  ],
  "@auth/prisma-adapter without its preset": [
    defineSchema(titled),
    "packages/workshop/src/official/schemas/prisma-postgres.sql",
  ],
  "@auth/drizzle-adapter as printed": [
    defineSchema({ preset: "authjs-drizzle" }) as Schema,
    "packages/workshop/src/official/schemas/drizzle-postgres.sql",
    "packages/workshop/src/official/schemas/drizzle-postgres-passkeys.sql",
    "packages/workshop/src/official/schemas/drizzle-postgres-as-printed.sql",
  ],
}
const onMariadb: Readonly<Record<string, readonly [Schema, ...string[]]>> = {
  "@auth/drizzle-adapter": [
    defineSchema(singular),
    "packages/workshop/src/official/schemas/drizzle-mariadb.sql",
    "packages/workshop/src/official/schemas/drizzle-mariadb-passkeys.sql",
  ],
  "@auth/kysely-adapter": [defineSchema(titled), "packages/workshop/src/official/schemas/kysely-mariadb.sql"],
  "@auth/prisma-adapter": [
    defineSchema({
      user: { ...titled.user, fields: updatedAt },
      account: { ...titled.account, fields: { ...updatedAt, ...id } },
      session: { ...titled.session, fields: { ...updatedAt, ...id } },
      verificationToken: titled.verificationToken,
      authenticator: { table: "Authenticator" },
    }) as Schema,
    "packages/workshop/src/official/schemas/prisma-mariadb.sql",
  ],
}

/** What a finding's statements did: nothing, or the error of the server. */
async function runAll(findings: readonly Finding[], run: (...statements: string[]) => Promise<void>) {
  const failed: string[] = []
  for (const text of new Set(findings.map(({ fix = [] }) => fix.join(";\n")))) {
    const fix = text === "" ? [] : text.split(";\n")
    await run(...fix).catch((error: Error) => failed.push(`${text}: ${error.message}`))
  }
  return failed
}

describe.each([
  ["pg", pg, onPostgres],
  ["mysql2", mysql2, onMariadb],
] as const)("suggested statements through %s", (_, engine: Engine, databases) => {
  const server = openForTests(engine.serve)

  test.each(Object.entries(databases))(
    "SEC-U4 all run on the tables of %s",
    async (_, [schema, ...files]) => {
      const url = await server.database()
      for (const file of files)
        for (const statement of (await read(file)).split(/;\s*$/m))
          if (statement.trim()) await engine.execute(url, statement)
      const client = engine.connect(url)
      const adapter = client.adapter({ schema, onWarning: () => {} })
      const { findings } = await inspect(adapter)
      expect(findings.every(({ why }) => / Fix: .+\.$/.test(why))).toBe(true)
      expect(await runAll(findings, (...statements) => engine.execute(url, ...statements))).toEqual([])
      const left = (await inspect(adapter)).findings
      expect(left.filter(({ fix }) => fix)).toEqual([])
      expect(JSON.stringify(findings)).not.toContain("DROP NOT NULL")
      await client.close()
    },
  )

  test("SEC-U4 for forgotten ids are replaced by a hint", async () => {
    const url = await newDatabase(engine, server, defineSchema({ ids: "serial" }))
    const client = engine.connect(url)
    const { ok, findings } = await inspect(client.adapter())
    expect(ok).toBe(false)
    expect(findings.map(({ code, column }) => [code, column])).toEqual([
      ["wrong_type", "id"],
      ["wrong_type", "userId"],
      ["wrong_type", "userId"],
      ["wrong_type", "userId"],
    ])
    for (const { fix, why } of findings) {
      expect(fix).toBeUndefined()
      expect(why).toContain('Fix: use ids: "serial" in defineSchema')
    }
    await client.close()
  })

  test("SEC-U4 never allow null in a column that an ORM fills", async () => {
    const url = await newDatabase(engine, server)
    await engine.execute(
      url,
      "ALTER TABLE users ADD seen timestamp NOT NULL",
      "ALTER TABLE users ALTER seen DROP DEFAULT",
    )
    const client = engine.connect(url)
    const { findings } = await inspect(client.adapter())
    expect(findings).toEqual([expect.objectContaining({ code: "unfilled_column", column: "seen" })])
    expect(findings[0]).not.toHaveProperty("fix")
    expect(findings[0]?.why).toContain("user: { fields: { seen: date({ default: () => new Date() }) } }")
    await client.close()
  })
})

describe.each(clients)("suggested statements on %s", (_, open) => {
  const migrated = async (): Promise<TestDatabase> => {
    const database = open()
    await migrate(database.adapter())
    return database
  }

  test("SEC-U4 for forgotten ids are replaced by a hint", async () => {
    const database = open()
    await migrate(database.adapter({ schema: defineSchema({ ids: "serial" }) }))
    const { findings } = await inspect(database.adapter())
    expect(findings.map(({ code, column, fix }) => [code, column, fix])).toEqual([
      ["wrong_type", "id", undefined],
      ...Array(3).fill(["wrong_type", "userId", undefined]),
    ])
    for (const { why } of findings) expect(why).toContain('Fix: use ids: "serial" in defineSchema')
  })

  test("SEC-U4 never allow null in a column that an ORM fills, not even in a rebuild", async () => {
    const database = await migrated()
    await redefine(database, "accounts", '"scope" TEXT', '"scope" TEXT, tenant VARCHAR(10) NOT NULL')
    await redefine(database, "accounts", '"type" TEXT NOT NULL', '"type" TEXT')
    const { findings } = await inspect(database.adapter())
    expect(findings.map(({ code }) => code)).toEqual(["nullable_column", "unfilled_column"])
    expect(findings[1]).not.toHaveProperty("fix")
    expect(await runAll(findings, (...statements) => database.run(...statements))).toEqual([])
    expect(
      await database.rows(`SELECT "notnull" FROM pragma_table_info('accounts') WHERE name = 'tenant'`),
    ).toEqual([[1]])
    await expect(signUp(database.adapter())).rejects.toMatchObject({ code: "invalid", fields: ["tenant"] })
  })
})

test("SEC-U4 a MySQL TIMESTAMP is converted as UTC, whatever the connection's time zone", async () => {
  const server = await mysql2.serve()
  const url = await newDatabase(mysql2, server)
  const client = mysql2.connect(url)
  const adapter = client.adapter()
  const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
  const expires = new Date("2030-05-06T07:08:09.123Z")
  await adapter.createSession({ sessionToken: "s", userId, expires })
  await mysql2.execute(
    url,
    "SET time_zone = '+00:00'",
    "ALTER TABLE sessions MODIFY expires TIMESTAMP(3) NOT NULL",
  )
  const { findings } = await inspect(adapter)
  expect(findings).toMatchObject([{ code: "wrong_type", column: "expires" }])
  await mysql2.execute(url, "SET time_zone = '-05:00'", ...(findings[0]?.fix ?? []))
  expect((await adapter.getSessionAndUser("s"))?.session.expires).toEqual(expires)
  await client.close()
  await server.close()
})
