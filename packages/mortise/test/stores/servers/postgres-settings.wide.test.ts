import { Pool, types } from "pg"
import postgres from "postgres"
import { afterEach, describe, expect, test } from "vitest"
import { type Adapter, boolean, defineSchema, extras, integer, json, upkeep } from "../../../src/index.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { inspect } from "../../../src/stores/sql/migrate/index.ts"
import { newDatabase, openPglite, pg } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someAccount, someone, somePasskey, someSession } from "../../support/people.ts"

const server = openForTests(pg.serve)

const schema = defineSchema({
  ids: "serial",
  unknown: "keep",
  user: {
    fields: { logins: integer({ default: 0 }), isAdmin: boolean({ default: false }), settings: json() },
  },
})

async function database(...settings: string[]): Promise<string> {
  const url = await newDatabase(pg, server, schema)
  const name = new URL(url).pathname.slice(1)
  await pg.execute(url, ...settings.map((setting) => `ALTER DATABASE ${name} SET ${setting}`))
  return url
}

/** Stores and reads rows with every kind of field. */
async function roundTrip(adapter: Adapter): Promise<void> {
  const given = {
    ...someone(),
    emailVerified: new Date("2030-10-27T00:30:00.999Z"),
    logins: 2 ** 53 - 1,
    isAdmin: true,
    settings: { theme: ["dark", null, 1.5] },
    nickname: "ada",
  }
  const user = await adapter.createUser(given)
  expect(user).toMatchObject(given)
  expect(await adapter.getUser(user.id)).toEqual(user)
  const session = await adapter.createSession(someSession(user.id))
  // More than two lookups are batched.
  const found = await Promise.all([1, 2, 3, 4].map(() => adapter.getSessionAndUser(session.sessionToken)))
  expect(found).toEqual(found.map(() => ({ session, user })))
  const account = { ...someAccount(user.id), expires_at: 4102444800.25, expires_in: 3600 }
  await adapter.linkAccount(account)
  expect(await adapter.getAccount(account.providerAccountId, account.provider)).toEqual(account)
  const passkey = { ...somePasskey(user.id), counter: 2 ** 32 - 1, credentialBackedUp: false }
  expect(await adapter.createAuthenticator(passkey)).toEqual(passkey)
  await expect(adapter.updateAuthenticatorCounter(passkey.credentialID, 1)).rejects.toMatchObject({
    code: "counter_regression",
  })
}

const open = {
  pg: (url: string) => {
    const pool = new Pool({ connectionString: url })
    return { adapter: pgAdapter(pool, { schema }), close: () => pool.end() }
  },
  "postgres.js": (url: string) => {
    const sql = postgres(url)
    return { adapter: postgresAdapter(sql, { schema }), close: () => sql.end({ timeout: 1 }) }
  },
  "postgres.js with transforms": (url: string) => {
    const sql = postgres(url, { transform: { ...postgres.camel, undefined: null } })
    return { adapter: postgresAdapter(sql, { schema }), close: () => sql.end({ timeout: 1 }) }
  },
  "postgres.js that fetches no types": (url: string) => {
    const sql = postgres(url, { fetch_types: false })
    return { adapter: postgresAdapter(sql, { schema }), close: () => sql.end({ timeout: 1 }) }
  },
}

describe.each(Object.entries(open))("%s", (_, connect) => {
  test.each([
    [["DateStyle = 'SQL, DMY'", "TimeZone = 'Asia/Kolkata'"]],
    [["DateStyle = 'German'", "TimeZone = 'America/St_Johns'", "IntervalStyle = 'iso_8601'"]],
    [["extra_float_digits = 0", "bytea_output = 'escape'", "standard_conforming_strings = off"]],
  ])("keeps every value under %s", async (settings) => {
    const { adapter, close } = connect(await database(...settings))
    await roundTrip(adapter as Adapter)
    await close()
  })

  test("SEC-A7 keeps every digit under extra_float_digits below its default", async () => {
    const url = await database("extra_float_digits = -15")
    const { adapter, close } = connect(url)
    const user = await adapter.createUser({ ...someone(), emailVerified: new Date(1_735_786_800_123) })
    expect(await adapter.getUser(user.id)).toMatchObject({ emailVerified: new Date(1_735_786_800_123) })
    for (const expires_at of [0.1 + 0.2, 4102444800.123, 1 / 3, -1e300, 5e-324, 0]) {
      const account = { ...someAccount(user.id), expires_at }
      await adapter.linkAccount(account)
      expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject({
        expires_at,
      })
    }
    await close()
  })

  test("inspects the tables", async () => {
    const { adapter, close } = connect(await database())
    expect(await inspect(adapter)).toMatchObject({ findings: [] })
    await close()
  })
})

describe("postgres.js", () => {
  test("with custom types for dates, numbers and booleans stores values unchanged", async () => {
    const refusing = (from: number[]) => ({
      to: from[0] as number,
      from,
      serialize: () => {
        throw new TypeError("not a value of mine")
      },
      parse: (text: string) => text,
    })
    const kinds = { date: refusing([1184, 1114]), number: refusing([701]), flag: refusing([16]) }
    const sql = postgres(await database(), { types: { ...kinds, bigint: postgres.BigInt } })
    await roundTrip(postgresAdapter(sql, { schema }) as Adapter)
    expect(await upkeep(postgresAdapter(sql, { schema }))?.sweep()).toBe(0)
    await sql.end({ timeout: 1 })
  })

  test.each([
    ["a transform of rows", { transform: { row: (row: unknown) => ({ row }) } }, "transform.row"],
    ["another encoding", { connection: { client_encoding: "LATIN1" } }, "client_encoding"],
  ])("is refused with %s, before anything is written", async (_, options, word) => {
    const sql = postgres(await server.database(), options as object)
    expect(() => postgresAdapter(sql)).toThrow(expect.objectContaining({ code: "invalid" }))
    expect(() => postgresAdapter(sql)).toThrow(word)
    await sql.end({ timeout: 1 })
  })

  test("refuses a reserved connection", async () => {
    const sql = postgres(await server.database())
    const reserved = await sql.reserve()
    expect(() => postgresAdapter(reserved as never)).toThrow(expect.objectContaining({ code: "invalid" }))
    reserved.release()
    await sql.end({ timeout: 1 })
  })
})

test("SEC-U5 a pool of pg with binary and pipeline together is refused, and with either one it works", async () => {
  const url = await database()
  for (const settings of [{ binary: true }, { pipeline: true }]) {
    const pool = new Pool({ connectionString: url, ...settings })
    await roundTrip(pgAdapter(pool, { schema }) as Adapter)
    await pool.end()
  }
  const pool = new Pool({ connectionString: url, ...{ binary: true, pipeline: true } })
  const { message } = await failure(pgAdapter(pool, { schema }).createUser(someone()), "invalid")
  expect(message).toContain("binary and pipeline together")
  await pool.end()
})

test("SEC-J7 PGlite keeps a byte order mark at the start of a text", async () => {
  const mark = "\uFEFF"
  for (const schema of [undefined, defineSchema({ ids: "serial" })]) {
    const { adapter, close } = await openPglite(schema)
    const marked = adapter(schema && { schema })
    const { userId: _, ...account } = {
      ...someAccount(""),
      providerAccountId: `${mark}${mark}id`,
      scope: mark,
    }
    const name = `${mark}name`
    const { user } = (await extras(marked)?.signUp?.({ user: { ...someone(), name }, account })) ?? {}
    expect(user?.name).toBe(name)
    expect(await marked.getUser(user?.id ?? "")).toEqual(user)
    expect(await marked.getAccount(account.providerAccountId, account.provider)).toEqual({
      ...account,
      userId: user?.id,
    })
    await close()
  }
})

test("a pool of pg whose `connect` only returns promises", async () => {
  const pool = new Pool({ connectionString: await database() })
  const connect = pool.connect.bind(pool)
  pool.connect = (async () => connect()) as Pool["connect"]
  await roundTrip(pgAdapter(pool, { schema }) as Adapter)
  await pool.end()
})

test("names of types are recognized, quoted or not", async () => {
  const pool = new Pool({ connectionString: await database("quote_all_identifiers = on") })
  expect(await inspect(pgAdapter(pool, { schema }))).toMatchObject({ findings: [] })
  await pool.end()
})

describe("global type parsers of pg", () => {
  const kinds = [16, 20, 701, 1114, 1184, 1700, 3802] as const
  const before = kinds.map((oid) => [oid, types.getTypeParser(oid)] as const)
  afterEach(() => {
    for (const [oid, parser] of before) types.setTypeParser(oid, parser)
  })

  test.each<[string, (value: string) => unknown]>([
    ["that return text", (value) => value],
    ["that return objects", (value) => ({ value, toString: () => value })],
  ])("%s do not change values", async (_, parser) => {
    for (const oid of kinds) types.setTypeParser(oid, parser)
    const { adapter, close } = open.pg(await database())
    await roundTrip(adapter as Adapter)
    await close()
  })

  test("that return big integers do not change values", async () => {
    types.setTypeParser(20, BigInt)
    const { adapter, close } = open.pg(await database())
    await roundTrip(adapter as Adapter)
    await close()
  })
})
