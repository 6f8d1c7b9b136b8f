import { describe, expect, test } from "vitest"
import { boolean, date, defineSchema, integer, json, number, text } from "../../../../src/index.ts"
import type { Dialect } from "../../../../src/sql/dialect.ts"
import { mysqlDialect } from "../../../../src/sql/engines/mysql/dialect.ts"
import { checkColumn as checkMysql } from "../../../../src/sql/engines/mysql/introspection/check-column.ts"
import { postgresDialect } from "../../../../src/sql/engines/postgres/dialect.ts"
import { checkColumn as checkPostgres } from "../../../../src/sql/engines/postgres/introspection/check-column.ts"
import { sqliteDialect } from "../../../../src/sql/engines/sqlite/dialect.ts"
import { checkColumn as checkSqlite } from "../../../../src/sql/engines/sqlite/introspection/check-column.ts"
import type { Introspection } from "../../../../src/sql/introspection/introspection.ts"
import { toModelTables } from "../../../../src/stores/sql/compile/tables.ts"

const fields = {
  title: text({ max: 100 }),
  born: date({ stored: "native" }),
  seen: date({ stored: "utc" }),
  logins: integer(),
  small: integer({ max: 2 ** 31 - 1 }),
  large: integer({ max: 2 ** 31 }),
  unsigned: integer({ max: 2 ** 32 - 1 }),
  tooLarge: integer({ max: 2 ** 32 }),
  score: number(),
  isAdmin: boolean(),
  facts: json(),
}

type Ids = "given" | "serial" | "uuid"
type Row = [field: string, type: string, finding: string, ids?: Ids]

/** The codes of what is wrong with a column of this type; "fits" if nothing is. */
function findings(
  dialect: Dialect,
  check: Introspection["checkColumn"],
  [field, type, , ids = "given"]: Row,
) {
  const schema = defineSchema({ ids, user: { fields } })
  const column = toModelTables(schema as never, dialect)[0]?.columns.find((each) => each.field.name === field)
  if (!column) throw new Error(`no field ${field}`)
  const [name, generates] = type.split(" +")
  const found = { name: field, type: name ?? "", definition: "", notNull: true, hasFoldingCollation: false }
  const faults = check(column, { ...found, hasDefault: generates !== undefined })
  return faults.map(({ code, severity, advice }) => {
    const idMode = /ids: "(\w+)"/.exec(advice ?? "")?.[1]
    return [code, severity === "warning" && "warning", idMode].filter(Boolean).join(" ")
  })
}

const expectFinding = (dialect: Dialect, check: Introspection["checkColumn"], row: Row) =>
  expect(findings(dialect, check, row).join() || "fits").toBe(row[2])

describe("a column of PostgreSQL", () => {
  test.each<Row>([
    ["id", "text", "fits"],
    ["id", "character varying(255)", "fits"],
    ["id", "citext", "fits"],
    ["id", "uuid", "wrong_type uuid"],
    ["id", "integer", "wrong_type serial"],
    ["id", "uuid", "fits", "uuid"],
    ["id", "text", "wrong_type given", "uuid"],
    ["id", "bigint +default", "fits", "serial"],
    ["id", "integer +default", "fits", "serial"],
    ["id", "bigint", "wrong_type", "serial"],
    ["id", "text", "wrong_type given", "serial"],
    ["title", "text", "fits"],
    ["title", "citext", "fits"],
    ["title", "character varying(100)", "fits"],
    ["title", "character varying(99)", "short_column warning"],
    ["title", "character(100)", "wrong_type"],
    ["title", "integer", "wrong_type"],
    ["born", "timestamp with time zone", "fits"],
    ["born", "timestamp(3) with time zone", "fits"],
    ["born", "timestamp(2) with time zone", "short_column"],
    ["born", "timestamp(3) without time zone", "missing_time_zone"],
    ["born", "date", "wrong_type"],
    ["seen", "timestamp(3) without time zone", "fits"],
    ["seen", "timestamp(0) without time zone", "short_column"],
    ["seen", "timestamp with time zone", "wrong_type"],
    ["logins", "bigint", "fits"],
    ["logins", "numeric", "fits"],
    ["logins", "integer", "small_number warning"],
    ["logins", "double precision", "wrong_type"],
    ["small", "integer", "fits"],
    ["small", "smallint", "small_number warning"],
    ["large", "integer", "small_number warning"],
    ["score", "double precision", "fits"],
    ["score", "numeric(10,2)", "fits"],
    ["score", "bigint", "wrong_type warning"],
    ["score", "real", "wrong_type"],
    ["isAdmin", "boolean", "fits"],
    ["isAdmin", "integer", "wrong_type"],
    ["facts", "jsonb", "fits"],
    ["facts", "json", "wrong_type"],
  ])("%s of the type %s: %s", (...row) => expectFinding(postgresDialect, checkPostgres, row))
})

describe("a column of MySQL", () => {
  test.each<Row>([
    ["id", "varbinary(255)", "fits"],
    ["id", "varchar(255)", "fits"],
    ["id", "varchar(254)", "short_column warning"],
    ["id", "text", "wrong_type"],
    ["id", "int", "wrong_type serial"],
    ["id", "bigint +default", "fits", "serial"],
    ["id", "int +default", "fits", "serial"],
    ["id", "bigint", "wrong_type", "serial"],
    ["id", "varchar(255)", "wrong_type given", "serial"],
    ["title", "varchar(100)", "fits"],
    ["title", "varchar(99)", "short_column warning"],
    ["title", "tinytext", "fits"],
    ["title", "blob", "fits"],
    ["title", "char(100)", "wrong_type"],
    ["name", "text", "short_column warning"],
    ["name", "mediumtext", "fits"],
    ["name", "longblob", "fits"],
    ["born", "datetime(3)", "fits"],
    ["born", "datetime(6)", "fits"],
    ["born", "datetime(2)", "short_column"],
    ["born", "datetime", "short_column"],
    ["born", "timestamp(3)", "wrong_type"],
    ["born", "date", "wrong_type"],
    ["logins", "bigint(20)", "fits"],
    ["logins", "int(11)", "small_number warning"],
    ["logins", "double", "wrong_type"],
    ["small", "int(11)", "fits"],
    ["small", "mediumint", "small_number warning"],
    ["large", "int(11)", "small_number warning"],
    ["unsigned", "int(10) unsigned", "fits"],
    ["tooLarge", "int(10) unsigned", "small_number warning"],
    ["score", "double", "fits"],
    ["score", "bigint", "wrong_type warning"],
    ["score", "int", "small_number warning"],
    ["score", "float", "wrong_type"],
    ["isAdmin", "tinyint(1)", "fits"],
    ["isAdmin", "bit(1)", "wrong_type"],
    ["facts", "json", "fits"],
    ["facts", "longtext", "fits"],
    ["facts", "longblob", "wrong_type"],
    ["facts", "varchar(255)", "wrong_type"],
  ])("%s of the type %s: %s", (...row) => expectFinding(mysqlDialect, checkMysql, row))

  test("a timestamp is reported with its own reason", () => {
    const schema = defineSchema({ user: { fields } })
    const column = toModelTables(schema as never, mysqlDialect)[0]?.columns.find(
      ({ column }) => column === "born",
    )
    const found = {
      name: "born",
      definition: "",
      notNull: true,
      hasDefault: false,
      hasFoldingCollation: false,
    }
    const why = (type: string) => column && checkMysql(column, { ...found, type })[0]?.why
    expect(why("timestamp")).toContain("2038")
    expect(why("date")).not.toContain("2038")
  })
})

describe("a column of SQLite", () => {
  test.each<Row>([
    ["id", "TEXT", "fits"],
    ["id", "varchar(10)", "fits"],
    ["id", "CLOB", "fits"],
    ["id", "", "fits"],
    ["id", "BLOB", "fits"],
    ["id", "INTEGER", "wrong_type serial"],
    ["id", "INTEGER +default", "fits", "serial"],
    ["id", "INTEGER", "wrong_type serial", "serial"],
    ["id", "TEXT +default", "wrong_type given", "serial"],
    ["title", "NUMERIC", "wrong_type"],
    ["title", "DATETIME", "wrong_type"],
    ["born", "INTEGER", "fits"],
    ["born", "DATETIME", "fits"],
    ["born", "REAL", "fits"],
    ["born", "TEXT", "wrong_type"],
    ["logins", "BIGINT", "fits"],
    ["logins", "CHARINT", "fits"],
    ["score", "DOUBLE", "fits"],
    ["score", "FLOAT", "fits"],
    ["score", "TEXT", "wrong_type"],
    ["isAdmin", "BOOLEAN", "fits"],
    ["isAdmin", "TEXT", "wrong_type"],
    ["facts", "TEXT", "fits"],
    ["facts", "JSON", "fits"],
    ["facts", "INTEGER", "wrong_type"],
    ["facts", "REAL", "wrong_type"],
  ])("%s of the type %s: %s", (...row) => expectFinding(sqliteDialect, checkSqlite, row))
})
