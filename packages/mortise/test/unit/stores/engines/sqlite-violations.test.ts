import { describe, expect, test } from "vitest"
import { asSqliteError } from "../../../../src/sql/drivers/turso/turso-error.ts"
import { violation } from "../../../../src/sql/engines/sqlite/violation.ts"

describe("an error of SQLite means", () => {
  test.each([
    ["UNIQUE constraint failed: users.email", { taken: { names: "users.email" } }],
    [
      "UNIQUE constraint failed: accounts.provider, accounts.providerAccountId",
      { taken: { names: "accounts.provider, accounts.providerAccountId" } },
    ],
    ["UNIQUE constraint failed: index 'users_email'", { taken: { key: "users_email" } }],
    ["FOREIGN KEY constraint failed", { brokenReference: true }],
    [
      "NOT NULL constraint failed: my.users.email",
      { emptyColumn: "email", table: "my.users", detail: "NOT NULL constraint failed: my.users.email" },
    ],
    ["CHECK constraint failed: age", { code: "invalid", detail: "CHECK constraint failed: age" }],
    ["no such table: users", { missing: "table", name: "users", detail: "no such table: users" }],
    ["no such column: age", { missing: "column", name: "age", detail: "no such column: age" }],
    [
      "table users has no column named age",
      { missing: "column", name: "age", detail: "table users has no column named age" },
    ],
    ["The database connection is not open", { code: "unavailable", detail: "the client is closed" }],
    ["statement has been finalized", { code: "unavailable", detail: "the client is closed" }],
    ["Cannot use a closed database", { code: "unavailable", detail: "the client is closed" }],
    ["connect ECONNREFUSED 127.0.0.1:1", { code: "unavailable" }],
  ])("%s", (message, meaning) => {
    expect(violation({ message })).toEqual(meaning)
    // Some clients write the code before the message, and the statement after it.
    expect(violation({ message: `SQLITE_ERROR: ${message}\nINSERT INTO x` })).toEqual(meaning)
  })

  test.each([
    ["TRANSACTION_ACTIVE", undefined, "transient"],
    ["SQLITE_BUSY", 5, "transient"],
    ["SQLITE_LOCKED", 6, "transient"],
    ["SQLITE_READONLY", 8, "readonly"],
    ["SQLITE_IOERR", 10, "corrupt"],
    ["SQLITE_CORRUPT", 11, "corrupt"],
    ["SQLITE_FULL", 13, "unavailable"],
    ["SQLITE_CANTOPEN", 14, "unavailable"],
    ["SQLITE_NOTADB", 26, "corrupt"],
    ["SQLITE_ERROR", 1, "unavailable"],
  ])("%s: by its name, and by its number in any member", (name, number, code) => {
    expect(violation({ code: name })).toEqual({ code })
    expect(violation({ code: `${name}_EXTENDED` })).toEqual({ code })
    if (number === undefined) return
    // The low byte of an extended code is the primary code.
    for (const member of ["errcode", "rawCode", "errno"])
      for (const value of [number, number | 0x300]) expect(violation({ [member]: value })).toEqual({ code })
  })

  test("a closed client or transaction by its code, an unreachable server by its cause", () => {
    for (const code of ["CLIENT_CLOSED", "TRANSACTION_CLOSED"])
      expect(violation({ code })).toEqual({ code: "unavailable", detail: "the client is closed" })
    for (const code of ["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH"])
      expect(violation({ message: "fetch failed", cause: { code } })).toEqual({ code: "unavailable" })
  })

  test("nothing known, which may be a lost answer", () => {
    for (const error of [{}, { message: "fetch failed" }, { message: "x", cause: { code: "ECONNRESET" } }])
      expect(violation(error)).toBeUndefined()
    expect(violation({ errno: 99 })).toBeUndefined()
  })
})

test.each([
  ["step failed: UNIQUE constraint failed: users.email (19)", { taken: { names: "users.email" } }],
  [
    "UNIQUE constraint failed: accounts.(provider, providerAccountId) (19)",
    { taken: { names: "accounts.provider, accounts.providerAccountId" } },
  ],
  ["deferred foreign key constraint failed", { brokenReference: true }],
  ["database is locked", { code: "transient" }],
  ["I/O error: write", { code: "corrupt" }],
])("an error of Turso means: %s", (message, meaning) => {
  expect(violation(asSqliteError({ code: "GenericFailure", message }))).toEqual(meaning)
})
