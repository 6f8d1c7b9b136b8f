import { expect, test } from "vitest"
import { workersSqlite } from "../../../../src/sql/engines/sqlite/workers-sqlite.ts"

test.each([
  ["D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT", { taken: { names: "users.email" } }],
  [
    "UNIQUE constraint failed: accounts.provider, accounts.providerAccountId: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)",
    { taken: { names: "accounts.provider, accounts.providerAccountId" } },
  ],
  [
    "D1_ERROR: UNIQUE constraint failed: index 'users_email_lower_key': SQLITE_CONSTRAINT",
    { taken: { key: "users_email_lower_key" } },
  ],
  ["D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT", { brokenReference: true }],
  [
    "D1_ERROR: NOT NULL constraint failed: users.name: SQLITE_CONSTRAINT",
    { emptyColumn: "name", table: "users", detail: "NOT NULL constraint failed: users.name" },
  ],
  ["no such table: users: SQLITE_ERROR", { missing: "table", name: "users", detail: "no such table: users" }],
  ["D1_ERROR: database is locked: SQLITE_BUSY", { code: "transient" }],
  ["D1_ERROR: attempt to write a readonly database: SQLITE_READONLY", { code: "readonly" }],
  ["database or disk is full: SQLITE_FULL", { code: "unavailable" }],
  ["D1_ERROR: D1 DB is overloaded. Too many requests queued.", { code: "unavailable" }],
  // The answer was lost.
  ["D1_ERROR: Network connection lost.", undefined],
])("%s", (message, expected) => {
  expect(workersSqlite.dialect.violation(new Error(message))).toEqual(expected)
})
