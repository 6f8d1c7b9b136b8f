import { describe, expect, test } from "vitest"
import { defineSchema } from "../../../../src/index.ts"
import { markDroppingDialect } from "../../../../src/sql/drivers/pglite/mark-dropping-postgres.ts"
import { mariadbDialect, mysqlDialect } from "../../../../src/sql/engines/mysql/dialect.ts"
import { literal as mysqlLiteral } from "../../../../src/sql/engines/mysql/introspection/literal.ts"
import { postgresDialect } from "../../../../src/sql/engines/postgres/dialect.ts"
import { literal as postgresLiteral } from "../../../../src/sql/engines/postgres/introspection/literal.ts"
import { preparedFallback } from "../../../../src/sql/engines/postgres/prepared-fallback.ts"
import { textArray } from "../../../../src/sql/engines/postgres/text-array.ts"
import { sqliteDialect } from "../../../../src/sql/engines/sqlite/dialect.ts"
import { literal as sqliteLiteral } from "../../../../src/sql/engines/sqlite/introspection/literal.ts"

const { account } = defineSchema().models
const dialects = { sqliteDialect, postgresDialect, mysqlDialect }
const moment = new Date("2026-03-04T05:06:07.089Z")

test("identifiers are quoted, with their quotes doubled", () => {
  expect(sqliteDialect.quote('a"b"')).toBe('"a""b"""')
  expect(postgresDialect.quote('a"b"')).toBe('"a""b"""')
  expect(mysqlDialect.quote("a`b`")).toBe("`a``b```")
})

test("values are written as literals, with their quotes doubled", () => {
  const given = ["it's ''", true, -1.5]
  expect(given.map(sqliteLiteral)).toEqual(["'it''s '''''", "TRUE", "-1.5"])
  expect(given.map(postgresLiteral)).toEqual(["'it''s '''''", "true", "-1.5"])
  expect(given.map(mysqlLiteral)).toEqual(["('it''s ''''')", "true", "-1.5"])
  expect(mysqlLiteral("a\\\t")).toBe("(CONVERT(X'615c09' USING utf8mb4))")
})

test("an array of PostgreSQL has each text in quotes", () => {
  expect(textArray(["a", 'b"c', "d\\e", ""])).toBe('{"a","b\\"c","d\\\\e",""}')
  expect(textArray([])).toBe("{}")
})

describe("values of every kind", () => {
  test.each(Object.entries(dialects))("null stays null in %s", (_, { encode }) => {
    for (const kind of ["text", "date", "integer", "number", "boolean", "json"] as const)
      expect(encode(kind, null)).toBeNull()
  })

  test("are bound as each engine compares them", () => {
    const bound = (encode: typeof sqliteDialect.encode) => [
      encode("text", "x"),
      encode("date", moment),
      encode("integer", 7),
      encode("number", 0.5),
      encode("boolean", true),
      encode("boolean", false),
      encode("json", { a: [1] }),
    ]
    expect(bound(sqliteDialect.encode)).toEqual(["x", moment.getTime(), 7, 0.5, 1, 0, '{"a":[1]}'])
    expect(bound(postgresDialect.encode)).toEqual([
      "x",
      moment.toISOString(),
      "7",
      "0.5",
      "true",
      "false",
      '{"a":[1]}',
    ])
    expect(bound(mysqlDialect.encode)).toEqual(["x", "2026-03-04T05:06:07.089", "7", 0.5, 1, 0, '{"a":[1]}'])
  })

  const second = "2026-03-04T05:06:07.000Z"
  const late = "2026-03-04T05:06:07.999Z"
  const withOffset = "2026-03-04T05:06:07.999+00:00"
  const milliseconds = "1772600767999"
  test.each([
    ["date", late, late, Date.parse(late), "2026-03-04T05:06:07.999"],
    ["utc_date", late, late, Date.parse(late), "2026-03-04T05:06:07.999"],
    // Truncated here, because servers would round up.
    ["seconds_date", second, second, Date.parse(second) / 1000, "2026-03-04T05:06:07"],
    ["iso_date", late, late, late, late],
    ["iso_offset_date", late, withOffset, withOffset, withOffset],
    ["milliseconds_date", late, milliseconds, milliseconds, milliseconds],
  ] as const)("a date is bound as a column of %s holds it", (storage, read, postgres, sqlite, mysql) => {
    const encoded = [postgresDialect, sqliteDialect, mysqlDialect].map(({ encode }) =>
      encode(storage, new Date(late)),
    )
    expect(encoded).toEqual([postgres, sqlite, mysql])
    expect(sqliteDialect.decode(storage, sqlite)).toEqual(new Date(read))
    expect(mysqlDialect.decode(storage, mysql)).toEqual(new Date(read))
  })

  test("are read as clients return them", () => {
    const bytes = new TextEncoder().encode("\ufeffé")
    expect(mysqlDialect.decode("text", bytes)).toBe("\ufeffé")
    expect(mysqlDialect.decode("text", Buffer.from(bytes))).toBe("\ufeffé")
    expect(mysqlDialect.decode("date", "2026-03-04 05:06:07.089")).toEqual(moment)
    expect(mysqlDialect.decode("date", "0000-00-00 00:00:00.000")).toBeNull()
    expect(["0", "1", 0, 1].map((each) => mysqlDialect.decode("boolean", each))).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(
      [true, "t", "true", "1", 1, false, "f", "false", 0].map((each) =>
        postgresDialect.decode("boolean", each),
      ),
    ).toEqual([true, true, true, true, true, false, false, false, false])
    expect(postgresDialect.decode("number", "3fe0000000000000")).toBe(0.5)
    expect(postgresDialect.decode("date", String(moment.getTime()))).toEqual(moment)
    expect([0, 1, 2n].map((each) => sqliteDialect.decode("boolean", each))).toEqual([false, true, true])
    for (const { decode } of Object.values(dialects)) {
      expect(decode("integer", "7")).toBe(7)
      expect(decode("json", '{"a":[1]}')).toEqual({ a: [1] })
      expect(decode("text", 7)).toBe("7")
    }
  })
})

test("MySQL changes a member of a document by a path in which the name is quoted", () => {
  const { text, values } = mysqlDialect.mergeJson("c", { "a.b": 1, 'odd "name"': null }, () => "?")
  expect(text).toBe("JSON_REMOVE(JSON_SET(coalesce(c, '{}'), ?, JSON_EXTRACT(?, '$')), ?)")
  expect(values).toEqual(['$."a.b"', "1", '$."odd \\"name\\""'])
})

describe("several values in one lookup", () => {
  const lookup = { select: "SELECT x FROM t", table: "t", column: "c" }

  test("are padded to a power of two in MySQL, with the last value repeated", () => {
    const padded = (count: number) =>
      mysqlDialect.whereInValues(Array.from({ length: count }, (_, nth) => String(nth)))
    expect(padded(1)).toEqual(["0"])
    expect(padded(2)).toEqual(["0", "1"])
    expect(padded(3)).toEqual(["0", "1", "2", "2"])
    expect(padded(5)).toHaveLength(8)
    expect(mysqlDialect.whereIn(lookup, 3)).toBe("SELECT x FROM t WHERE c IN (?, ?, ?)")
  })

  test("are one parameter elsewhere", () => {
    expect(sqliteDialect.whereInValues(["a", 'b"'])).toEqual(['["a","b\\""]'])
    expect(sqliteDialect.whereIn(lookup, 1)).toBe(
      "SELECT x FROM t WHERE c IN (SELECT value FROM json_each(?))",
    )
    expect(postgresDialect.whereInValues(["a", "b"])).toEqual(['{"a","b"}'])
  })
})

describe("column types", () => {
  const typeOf = (dialect: typeof sqliteDialect, ids: "given" | "serial" | "uuid", name: string) => {
    const column = defineSchema({ ids }).models.user.fields.find((field) => field.name === name)
    if (!column) throw new Error(`no field ${name}`)
    return dialect.type(column, ids)
  }

  test("of ids depend on who creates them", () => {
    const idTypes = (dialect: typeof sqliteDialect) =>
      (["given", "serial", "uuid"] as const).map((ids) => typeOf(dialect, ids, "id"))
    expect(idTypes(sqliteDialect)).toEqual(["TEXT", "INTEGER PRIMARY KEY AUTOINCREMENT", "TEXT"])
    expect(idTypes(postgresDialect)).toEqual([
      'text COLLATE "C"',
      "bigint GENERATED BY DEFAULT AS IDENTITY",
      "uuid",
    ])
    expect(idTypes(mysqlDialect)).toEqual(["VARBINARY(255)", "BIGINT AUTO_INCREMENT", "VARBINARY(255)"])
  })

  test("of references have no default", () => {
    const userId = account.fields.find(({ name }) => name === "userId")
    if (!userId) throw new Error("no userId")
    expect([sqliteDialect, postgresDialect, mysqlDialect].map((each) => each.type(userId, "serial"))).toEqual(
      ["INTEGER", "bigint", "BIGINT"],
    )
  })

  test("of keys compare bytes, other texts are long", () => {
    const types = (name: string) => Object.values(dialects).map((each) => typeOf(each, "given", name))
    expect(types("email")).toEqual(["TEXT", 'text COLLATE "C"', "VARBINARY(254)"])
    expect(types("name")).toEqual(["TEXT", "text", "MEDIUMTEXT CHARACTER SET utf8mb4"])
    expect(types("emailVerified")).toEqual(["INTEGER", "timestamptz(3)", "DATETIME(3)"])
  })
})

test("MariaDB returns deleted rows, and inserted rows with a generated id; MySQL returns none", () => {
  expect(mysqlDialect.returning).toEqual({ insert: false, update: false, delete: false })
  expect(mariadbDialect.returning).toEqual({ insert: "generated", update: false, delete: true })
  expect([mysqlDialect.name, mariadbDialect.name]).toEqual(["mysql", "mariadb"])
})

test("a client that drops byte order marks gets two of them", () => {
  expect(markDroppingDialect.selectColumn("c", "text")).toBe(
    "CASE WHEN left(c::text, 1) = chr(65279) THEN chr(65279) || c::text ELSE c::text END",
  )
  expect(markDroppingDialect.selectColumn("c", "json")).toBe("c::text")
  const place = { quotedTable: '"users"', column: "id" }
  expect(markDroppingDialect.insertedId(place, place)).toBe('(SELECT "id"::bigint FROM i0)')
})

describe("prepared statements", () => {
  const failing = (code?: string) => async (isPrepared: boolean) => {
    if (isPrepared) throw Object.assign(new Error("failed"), { code })
    return "unprepared"
  }

  test.each(["26000", "42P05", "0A000"])("are given up once the connection lacks them (%s)", async (code) => {
    const run = preparedFallback(true)
    expect(await run(failing(code))).toBe("unprepared")
    expect(await run(async (isPrepared) => isPrepared)).toBe(false)
  })

  test("stay in use after any other error, and are not used if they are off", async () => {
    const run = preparedFallback(true)
    for (const code of ["23505", undefined]) await expect(run(failing(code))).rejects.toThrow("failed")
    expect(await run(async (isPrepared) => isPrepared)).toBe(true)
    expect(await preparedFallback(false)(async (isPrepared) => isPrepared)).toBe(false)
  })
})
