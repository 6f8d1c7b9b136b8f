import { describe, expect, test } from "vitest"
import { violation } from "../../../../src/sql/engines/postgres/violation.ts"

describe("an error of PostgreSQL means", () => {
  test.each([
    ["Key (email)=(x) already exists.", ["email"]],
    ["Key (provider, provider_account_id)=(a, b) already exists.", ["provider", "provider_account_id"]],
    ['Key ("providerAccountId")=(x) already exists.', ["providerAccountId"]],
    ['Key ("a""b")=(x) already exists.', ['a"b']],
    ["Key (lower(email))=(x) already exists.", ["email"]],
    ["Key (lower((email)::text))=(x) already exists.", ["email"]],
    ['Key (lower("e-mail"))=(x) already exists.', ["e-mail"]],
  ])("a taken key: %s", (detail, columns) => {
    const error = { code: "23505", detail, constraint: "users_email" }
    expect(violation({ ...error, table: "users" })).toEqual({ taken: { table: "users", columns } })
    expect(violation({ ...error, table_name: "users" })).toEqual({ taken: { table: "users", columns } })
    expect(violation(error)).toEqual({ taken: { table: "", columns } })
  })

  test("a taken key without a detail that can be read: by its constraint", () => {
    const taken = (key: string, table = "users") => ({ taken: { table, key } })
    expect(violation({ code: "23505", table: "users", constraint: "k" })).toEqual(taken("k"))
    expect(violation({ code: "23505", table_name: "users", constraint_name: "k" })).toEqual(taken("k"))
    expect(violation({ code: "23505", detail: "Schlüssel »(x)=(y)«", constraint: "k" })).toEqual(
      taken("k", ""),
    )
    expect(violation({ code: "23505" })).toEqual(taken("", ""))
  })

  test.each([
    ["42P01", 'relation "users" does not exist', "table", "users"],
    ["42703", 'column "age" of relation "users" does not exist', "column", "age"],
    ["42P01", "Relation »users« existiert nicht", "table", "users"],
    ["42P01", "relation « users » inexistante", "table", " users "],
    ["42703", "no name", "column", undefined],
  ])("a missing name: %s %s", (code, message, missing, name) => {
    expect(violation({ code, message })).toEqual({ missing, name, detail: message })
  })

  test("a missing owner, or nothing in a NOT NULL column", () => {
    expect(violation({ code: "23503" })).toEqual({ brokenReference: true })
    const empty = { emptyColumn: "email", table: "users", detail: "users.email is NOT NULL" }
    expect(violation({ code: "23502", table: "users", column: "email" })).toEqual(empty)
    expect(violation({ code: "23502", table_name: "users", column_name: "email" })).toEqual(empty)
    expect(violation({ code: "23502" })).toEqual({ code: "invalid" })
  })

  test.each([
    ["transient", ["40001", "40P01", "55P03", "57014"]],
    ["readonly", ["25006"]],
    ["corrupt", ["XX001", "XX002"]],
    ["invalid", ["22001", "22P02", "23514", "23000"]],
    ["unavailable", ["ENOTFOUND", "ECONNREFUSED", "CONNECT_TIMEOUT", "CONNECTION_ENDED"]],
    ["unavailable", ["42501", "53300", "3D000", "28P01", "57P03", "XX000"]],
  ] as const)("%s: %j", (code, codes) => {
    for (const each of codes) expect(violation({ code: each }), each).toEqual({ code })
  })

  test.each([
    { code: "ETIMEDOUT", syscall: "connect" },
    { message: "PGlite is closed" },
    { message: "timeout exceeded when trying to connect" },
    { message: "Connection terminated due to connection timeout" },
    { message: "Cannot use a pool after calling end on the pool" },
    { message: "Client was closed and is not queryable" },
    { message: "Client has encountered a connection error and is not queryable" },
  ])("that nothing was sent: %j", (error) => {
    expect(violation(error)).toEqual({ code: "unavailable" })
  })

  test.each([
    {},
    { code: "ECONNRESET", syscall: "read" },
    { message: "Connection terminated unexpectedly" },
    { message: "an error: PGlite is closed" },
    ...["08006", "57P01", "57P02", "40003", "CLOSE", "EPIPE"].map((code) => ({ code })),
  ])("nothing known, which may be a lost answer: %j", (error) => {
    expect(violation(error)).toBeUndefined()
  })
})
