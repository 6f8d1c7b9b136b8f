import { readFile } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { execute, openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { defineSchema, extras, json, type Schema, text } from "../../../src/index.ts"
import { inspect } from "../../../src/stores/sql/migrate/index.ts"
import { mariadb, mysql2, mysql2AsMysql, newDatabase } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someAccount, someone } from "../../support/people.ts"

const server = openForTests(openMariadb)

describe.each([mysql2, mysql2AsMysql, mariadb])("existing tables, through $name", (engine) => {
  test("a session belongs to the new user, although accounts have generated ids too", async () => {
    const schema = defineSchema({ ids: "serial" })
    const url = await newDatabase(engine, server, schema)
    await execute(url, "ALTER TABLE accounts ADD id BIGINT NOT NULL AUTO_INCREMENT UNIQUE")
    const client = engine.connect(url)
    const adapter = client.adapter({ schema })
    for (let nth = 0; nth < 3; nth++) await adapter.createUser(someone())
    const { userId: _, ...account } = someAccount("")
    const session = { sessionToken: "fresh", expires: new Date(Date.now() + 60_000) }
    const { user } = (await extras(adapter)?.signUp?.({ user: someone(), account, session })) ?? {}
    expect((await adapter.getSessionAndUser("fresh"))?.user).toEqual(user)
    expect(await adapter.getUserByAccount(account)).toEqual(user)
    await client.close()
  })

  test("a zero date is null, and a date without a time is midnight UTC", async () => {
    const url = await newDatabase(engine, server)
    const client = engine.connect(url)
    const adapter = client.adapter()
    const { id } = await adapter.createUser(someone())
    await execute(url, "UPDATE users SET emailVerified = '0000-00-00 00:00:00'")
    expect(await adapter.getUser(id)).toMatchObject({ emailVerified: null })
    await execute(url, "UPDATE users SET emailVerified = '2026-11-15 08:30:00'")
    await execute(url, "ALTER TABLE users MODIFY emailVerified DATE")
    expect(await adapter.getUser(id)).toMatchObject({ emailVerified: new Date("2026-11-15T00:00:00Z") })
    await client.close()
  })

  test("a column of type JSON returns values unchanged", async () => {
    const schema = defineSchema({ user: { fields: { settings: json() } } })
    const url = await newDatabase(engine, server, schema)
    await execute(url, "ALTER TABLE users MODIFY settings JSON")
    const client = engine.connect(url)
    const adapter = client.adapter({ schema })
    for (const settings of [[1], { a: 1 }, "5", "null", "x", [], true]) {
      const { id } = await adapter.createUser({ ...someone(), settings } as never)
      expect(await adapter.getUser(id)).toMatchObject({ settings })
    }
    await client.close()
  })

  test("an insert returns the value that the database filled in", async () => {
    const plan = { ...text(), databaseDefault: true as const }
    const schema = defineSchema({ user: { fields: { plan } } })
    const url = await newDatabase(engine, server, schema)
    await execute(url, "ALTER TABLE users MODIFY plan VARCHAR(20) DEFAULT 'free'")
    const client = engine.connect(url)
    const adapter = client.adapter({ schema })
    expect(await adapter.createUser(someone())).toMatchObject({ plan: "free" })
    const given = { ...someone(), plan: "gold" }
    expect(await adapter.createUser(given)).toMatchObject({ plan: "gold" })
    await client.close()
  })

  test("a user of the tables of a preset is found by an email that was stored in another case", async () => {
    const url = await server.database()
    const tables = await readFile(
      new URL("../../../../workshop/src/official/schemas/prisma-mariadb.sql", import.meta.url),
      "utf8",
    )
    for (const statement of tables.split(/;\s*$/m)) if (statement.trim()) await execute(url, statement)
    const client = engine.connect(url)
    const schema = defineSchema({ preset: "authjs-prisma" }) as Schema
    const adapter = client.adapter({ schema, onWarning: () => {} })
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    await execute(url, "UPDATE User SET email = 'Ada@Example.com'")
    expect(await adapter.getUserByEmail("ada@example.com")).toMatchObject({ id })
    await client.close()
  })

  test("a token that cannot be compared with the column does not fail other lookups", async () => {
    const url = await newDatabase(engine, server)
    await execute(url, "ALTER TABLE sessions MODIFY sessionToken VARCHAR(100) CHARACTER SET latin1 NOT NULL")
    const client = engine.connect(url)
    const adapter = client.adapter()
    const user = await adapter.createUser(someone())
    const session = { sessionToken: "plain", userId: user.id, expires: new Date(Date.now() + 60_000) }
    await adapter.createSession(session)
    const odd = Array.from({ length: 6 }, () => adapter.getSessionAndUser("\u{1F600}").catch(() => null))
    const found = Array.from({ length: 6 }, () => adapter.getSessionAndUser("plain"))
    expect(await Promise.all(found)).toEqual(found.map(() => ({ session, user })))
    expect(await Promise.all(odd)).toEqual(odd.map(() => null))
    await client.close()
  })
})

test("a unique key on the start of an email is not one on the email", async () => {
  const url = await newDatabase(mysql2, server)
  await execute(url, "ALTER TABLE users DROP INDEX email", "ALTER TABLE users ADD UNIQUE (email(20))")
  const client = mysql2.connect(url)
  expect((await inspect(client.adapter())).findings).toMatchObject([
    { code: "missing_key", table: "users", fix: [expect.stringContaining("email")] },
  ])
  await client.close()
})

describe.each([mysql2, mariadb])("a sequence of MariaDB, through $name", (engine) => {
  test("can generate ids", async () => {
    const schema = defineSchema({ ids: "serial" })
    const url = await newDatabase(engine, server, schema)
    await execute(
      url,
      "SET foreign_key_checks = 0",
      "CREATE SEQUENCE numbers START WITH 41",
      "ALTER TABLE users MODIFY id BIGINT NOT NULL DEFAULT nextval(numbers)",
    )
    const client = engine.connect(url)
    const user = await client.adapter({ schema }).createUser(someone())
    expect(user.id).toBe("41")
    await client.close()
  })
})
