import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { describe, expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { defineSchema } from "../../../src/index.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const words = ["Ada", "eve", "zoe"]
const uuids = Array.from({ length: 3 }, (_, nth) => `0a1b2c3d-0000-4000-8000-00000000000${nth}`)
// The last three are one number to JavaScript.
const numbers = ["1", "22", "9007199254740995", "9007199254740996", "9007199254740997"]

type KeyType = readonly [type: string, keys: readonly string[]]

const postgresTypes: readonly KeyType[] = [
  ["text", words],
  ["varchar(40)", words],
  ["char(40)", words],
  ["name", words],
  ["citext", words],
  ["short_text", words],
  ["short_char", words],
  ["nested_text", words],
  ['text COLLATE "C"', words],
  ["text COLLATE any_case", words],
  ["uuid", uuids],
  ["uuid_domain", uuids],
  ["integer", numbers.slice(0, 2)],
  ["bigint", numbers],
  ["numeric", numbers],
]

const mariadbTypes: readonly KeyType[] = [
  ["varchar(40)", words],
  ["char(40)", words],
  ["varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", words],
  ["char(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", words],
  ["varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci", words],
  ["char(40) CHARACTER SET ascii", words],
  ["varbinary(40)", words],
  ["binary(3)", words],
  ["uuid", uuids],
  ["int", numbers.slice(0, 2)],
  ["bigint", numbers],
  ["decimal(30, 0)", numbers],
]

const preparation = [
  "CREATE EXTENSION citext",
  "CREATE DOMAIN short_text AS text CHECK (length(VALUE) < 10)",
  "CREATE DOMAIN nested_text AS short_text",
  "CREATE DOMAIN short_char AS char(9)",
  "CREATE DOMAIN uuid_domain AS uuid",
  "CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
]

/** A key, and other spellings that some types treat as equal, or refuse. */
const spellings = (key: string): string[] => [
  key,
  key.toUpperCase(),
  `${key}   `,
  `0${key}`,
  `${key}.0`,
  `${"x".repeat(20)}${key}`,
]

type Find = (key: string) => Promise<string | undefined>

/** What each spelling finds: each alone, and all at the same time. */
async function expectSameInBatches([type, keys]: KeyType, find: Find): Promise<void> {
  const asked = keys.flatMap(spellings)
  const settled = (key: string) => find(key).catch((error) => `refused: ${error.code}`)
  const alone: unknown[] = []
  for (const key of asked) alone.push(await settled(key))
  expect(
    alone.filter((_, nth) => nth % 6 === 0),
    type,
  ).toEqual(keys.map((_, nth) => `row ${nth}`))
  expect(await Promise.all(asked.map(settled)), type).toEqual(alone)
}

const postgres = openForTests(async () => {
  const server = await openPostgres()
  const pool = new Pool({ connectionString: await server.database(), max: 4 })
  for (const statement of preparation) await pool.query(statement)
  const execute = (text: string) => pool.query(text)
  return { ...{ pool, execute }, close: () => pool.end().then(() => server.close()) }
})

const mariadb = openForTests(async () => {
  const server = await openMariadb()
  const pool = createPool({ uri: await server.database(), connectionLimit: 4 })
  const execute = (text: string) => pool.query(text)
  return { ...{ pool, execute }, close: () => pool.end().then(() => server.close()) }
})

type Subject = {
  readonly types: readonly KeyType[]
  readonly date: string
  quote(name: string): string
  opened(): { execute(text: string): Promise<unknown>; readonly pool: object }
  adapter(options: object): ReturnType<typeof pgAdapter>
}

const subjects: Readonly<Record<string, Subject>> = {
  PostgreSQL: {
    types: postgresTypes,
    date: "timestamptz(3)",
    quote: (name) => `"${name}"`,
    opened: () => postgres,
    adapter: (options) => pgAdapter(postgres.pool, options),
  },
  MariaDB: {
    types: mariadbTypes,
    date: "datetime(3)",
    quote: (name) => `\`${name}\``,
    opened: () => mariadb,
    adapter: (options) => mysql2Adapter(mariadb.pool, options) as never,
  },
}

/** Creates a table of sessions whose token has a type, and fills it. */
async function createSessions(
  { date, quote, opened }: Subject,
  table: string,
  token: string,
  [type, keys]: KeyType,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const { execute } = opened()
  const columns = { [token]: `${type} NOT NULL UNIQUE`, userId: "varchar(40)", ...more }
  const texts = Object.entries(columns).map(([name, text]) => `${quote(name)} ${text.replace("DATE", date)}`)
  await execute(`CREATE TABLE ${quote(table)} (${texts.join(", ")})`)
  const later = "'2090-01-01 00:00:00'"
  const rows = keys.map((key, nth) => [
    ...[`'${key}'`, `'row ${nth}'`],
    ...Object.values(more).map((text) => (text.startsWith("DATE") ? later : `'row ${nth}'`)),
  ])
  await execute(`INSERT INTO ${quote(table)} VALUES ${rows.map((row) => `(${row.join()})`).join()}`)
}

describe.each(Object.entries(subjects))(
  "SEC-T17 on %s, a batch finds what single lookups find",
  (_, subject) => {
    test("in the SQL store", { timeout: 60_000 }, async () => {
      const { quote, opened, types, adapter, date } = subject
      await opened().execute(
        `CREATE TABLE users (id varchar(40) PRIMARY KEY, name text, email varchar(100), ${quote("emailVerified")} ${date}, image text)`,
      )
      for (const index of numbers.keys())
        await opened().execute(`INSERT INTO users (id) VALUES ('row ${index}')`)
      for (const [nth, keyType] of types.entries()) {
        const table = `s${nth}`
        await createSessions(subject, table, "sessionToken", keyType, { expires: "DATE" })
        const { getSessionAndUser } = adapter({
          schema: defineSchema({ session: { table } }),
          onWarning: () => {},
        })
        await expectSameInBatches(keyType, async (key) => (await getSessionAndUser(key))?.user.id)
      }
    })

    test("in the database of Better Auth", { timeout: 60_000 }, async () => {
      for (const [nth, keyType] of subject.types.entries()) {
        const modelName = `b${nth}`
        const dates = { expiresAt: "DATE", createdAt: "DATE", updatedAt: "DATE" }
        const more = { id: "varchar(40) PRIMARY KEY", ...dates, ipAddress: "text", userAgent: "text" }
        await createSessions(subject, modelName, "token", keyType, more)
        const database = mortiseDatabase(subject.opened().pool)({ session: { modelName } })
        await expectSameInBatches(keyType, async (value) => {
          const where = [{ field: "token", value }]
          return (await database.findOne<{ id: string }>({ model: "session", where }))?.id
        })
      }
    })
  },
)
