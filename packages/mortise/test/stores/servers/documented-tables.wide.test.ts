import { readFile } from "node:fs/promises"
import { Client } from "pg"
import { describe, expect, test } from "vitest"
import { isFullRun, suiteOptionsOnOfficialTables } from "../../../../workshop/src/tests/tier.ts"
import { date, defineSchema, type Schema, upkeep } from "../../../src/index.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import { type Engine, pg, postgresJs } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someAccount, someone, somePasskey, someToken } from "../../support/people.ts"
import { conform } from "./support/conform.ts"

const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), "utf8")

type Documented = {
  readonly schema: Schema
  readonly files: readonly string[]
  readonly sessions: string
  /** Cases that the columns of these tables cannot pass, with the reason. */
  readonly skip: Readonly<Record<string, string>>
}

const smallNumbers = "the column is a 32-bit integer"
const columns = {
  "numbers/expiry-past-2038": smallNumbers,
  "numbers/largest-counter": smallNumbers,
  "numbers/lifetime-is-kept": "the tables have no column for expires_in",
}

const documented: Readonly<Record<string, Documented>> = {
  "@auth/prisma-adapter": {
    schema: defineSchema({ preset: "authjs-prisma" }) as Schema,
    files: ["packages/workshop/src/official/schemas/prisma-postgres.sql"],
    sessions: '"Session"',
    skip: { ...columns, "empty-fields/user-without-email": "email is NOT NULL" },
  },
  "@auth/drizzle-adapter": {
    schema: defineSchema({ preset: "authjs-drizzle" }) as Schema,
    files: [
      "packages/workshop/src/official/schemas/drizzle-postgres.sql",
      "packages/workshop/src/official/schemas/drizzle-postgres-passkeys.sql",
    ],
    sessions: "session",
    skip: columns,
  },
}

const server = openForTests(pg.serve)

/** A database whose connections are in another time zone than UTC, with tables. */
async function database(...files: readonly string[]): Promise<string> {
  const url = await server.database()
  const name = new URL(url).pathname.slice(1)
  await pg.execute(url, `ALTER DATABASE ${name} SET TimeZone = 'America/New_York'`)
  for (const file of files) await pg.execute(url, await read(file))
  return url
}

/** What the database stores, as text that no client converts. */
async function stored(url: string, query: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text: query, rowMode: "array" })
  await client.end()
  return rows[0]?.[0]
}

const noon = new Date("2096-07-08T12:00:00.123Z")
const engines: readonly Engine[] = [pg, postgresJs]

describe.each(Object.entries(documented))(
  "the documented tables of %s",
  (name, { schema, files, sessions, skip }) => {
    test.each(engines)(
      "SEC-U2 hold UTC whatever the zone of the connection, through $name",
      async (engine) => {
        const url = await database(...files)
        const client = engine.connect(url)
        const adapter = client.adapter({ schema })
        const user = await adapter.createUser({ ...someone(), emailVerified: noon })
        expect(user.emailVerified).toEqual(noon)
        const session = await adapter.createSession({ sessionToken: "s", userId: user.id, expires: noon })
        expect(session.expires).toEqual(noon)
        expect(await stored(url, `SELECT expires::text FROM ${sessions}`)).toBe("2096-07-08 12:00:00.123")
        const found = await Promise.all([1, 2, 3, 4].map(() => adapter.getSessionAndUser("s")))
        expect(found).toEqual(found.map(() => ({ session, user })))
        const later = new Date(noon.getTime() + 1)
        expect(await adapter.updateSession({ sessionToken: "s", expires: later })).toMatchObject({
          expires: later,
        })
        await client.close()
      },
    )

    test("SEC-U2 end and sweep sessions to the millisecond", async () => {
      const url = await database(...files)
      const client = pg.connect(url)
      let now = noon.getTime()
      const adapter = client.adapter({ schema, now: () => now })
      const { id: userId } = await adapter.createUser(someone())
      await adapter.createSession({ sessionToken: "s", userId, expires: new Date(now + 1) })
      expect(await adapter.updateSession({ sessionToken: "s" })).not.toBeNull()
      const tools = upkeep(adapter)
      await migrate(adapter)
      expect(await tools?.sweep({ now: new Date(now) })).toBe(0)
      now += 1
      expect(await adapter.updateSession({ sessionToken: "s" })).toBeNull()
      await adapter.createVerificationToken({ ...someToken(), expires: new Date(now) })
      expect(await tools?.sweep({ now: new Date(now) })).toBeGreaterThan(0)
      await client.close()
    })

    test("SEC-U2 need nothing but indexes and slots", async () => {
      const client = pg.connect(await database(...files))
      const adapter = client.adapter({ schema })
      const { ok, findings } = await inspect(adapter)
      expect([ok, ...new Set(findings.map(({ code }) => code))].sort()).toEqual(
        ["missing_email_index", "missing_index", "missing_table", "small_number", false].sort(),
      )
      const { id } = await adapter.createUser(someone())
      await adapter.linkAccount(someAccount(id))
      await adapter.createAuthenticator(somePasskey(id))
      expect(await adapter.deleteUser(id)).toMatchObject({ id })
      await client.close()
    })

    // The tables of Prisma differ most from ours. A full run has the others.
    test.runIf(isFullRun || name === "@auth/prisma-adapter")(
      "SEC-U2 pass the suite, but for what their columns cannot hold",
      async () => {
        await conform(
          async () => {
            const { adapter, close } = pg.connect(await database(...files))
            const made = adapter({ schema, onWarning: () => {} })
            await migrate(made)
            return { adapter: made, close }
          },
          suiteOptionsOnOfficialTables,
          skip,
        )
      },
      600_000,
    )
  },
)

describe.each([...engines])("a timestamp without time zone, through $name", (engine) => {
  const withoutZone = "ALTER TABLE sessions ALTER expires TYPE timestamp(3) USING expires AT TIME ZONE 'UTC'"

  test("SEC-U2 is refused at first use, with the fix", async () => {
    const url = await database()
    await engine.createTables(url)
    await engine.execute(url, withoutZone)
    const client = engine.connect(url)
    const adapter = client.adapter()
    for (const call of [adapter.createUser(someone()), adapter.getUser("x"), adapter.deleteSession("x")]) {
      const { message, model, fields } = await failure(call, "not_migrated")
      expect([model, fields]).toEqual(["session", ["expires"]])
      expect(message).toContain('declare session: { dates: "utc" }')
    }
    expect(await stored(url, "SELECT count(*)::int FROM users")).toBe(0)
    const { findings } = await inspect(adapter)
    expect(findings).toMatchObject([
      { code: "missing_time_zone", why: expect.stringContaining('dates: "utc"') },
    ])
    await engine.execute(url, ...(findings[0]?.fix ?? []))
    await adapter.createUser(someone())
    await client.close()
  })

  test("SEC-U2 is accepted once it is declared, for a model, a field or an extra field", async () => {
    const url = await database()
    await engine.createTables(url)
    await engine.execute(url, withoutZone, "ALTER TABLE users ADD seen timestamp(3)")
    const client = engine.connect(url)
    const seen = { fields: { seen: date({ stored: "utc" }) } }
    for (const dates of ["utc", { expires: "utc" }] as const) {
      const schema: Schema = defineSchema({ user: seen, session: { dates } })
      const adapter = client.adapter({ schema })
      const user = await adapter.createUser({ ...someone(), seen: noon } as never)
      expect(user).toMatchObject({ seen: noon })
      const session = { sessionToken: crypto.randomUUID(), userId: user.id, expires: noon }
      expect(await adapter.createSession(session)).toEqual(session)
      expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    }
    expect(await stored(url, "SELECT seen::text FROM users")).toBe("2096-07-08 12:00:00.123")
    await client.close()
  })

  test("SEC-U2 a column with a time zone that is declared as UTC is refused, and its fix keeps the dates", async () => {
    const url = await database()
    await engine.createTables(url)
    const client = engine.connect(url)
    const { id: userId } = await client.adapter().createUser(someone())
    await client.adapter().createSession({ sessionToken: "s", userId, expires: noon })
    const adapter = client.adapter({ schema: defineSchema({ session: { dates: "utc" } }) })
    const { message } = await failure(adapter.getUser("x"), "not_migrated")
    expect(message).toContain("sessions.expires is a timestamp with time zone")
    const { findings } = await inspect(adapter)
    expect(findings).toMatchObject([{ code: "wrong_type", column: "expires" }])
    await engine.execute(url, ...(findings[0]?.fix ?? []))
    expect((await adapter.getSessionAndUser("s"))?.session.expires).toEqual(noon)
    await client.close()
  })
})
