import { expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { postgresDialect } from "../../../src/sql/engines/postgres/dialect.ts"
import { sqliteDialect } from "../../../src/sql/engines/sqlite/dialect.ts"
import { sqlError } from "../../../src/stores/sql/errors/sql-error.ts"

const schema = {
  ...defaultSchema(),
  managed: { by: "Prisma", advice: (model: string, field = "all fields") => `add ${model}, ${field}.` },
} as never

const translate = (code: string, message: string) =>
  sqlError(schema, postgresDialect, "session", Object.assign(new Error(message), { code }), true)

test("a missing table is described by its own model, not by that of the call", () => {
  const { code, message } = translate("42P01", 'relation "users" does not exist')
  expect([code, message]).toEqual(["not_migrated", expect.stringContaining("add user, all fields.")])
})

test("a missing column is described by the model of the call, and by its field", () => {
  const { code, message } = translate("42703", 'column "expires" does not exist')
  expect([code, message]).toEqual(["not_migrated", expect.stringContaining("add session, expires.")])
})

test.each([
  ["users.email", "user", ["email"]],
  ["accounts.provider, accounts.providerAccountId", "account", ["provider", "providerAccountId"]],
  ["another.column", "session", ["another.column"]],
])("SQLite names a key that is taken by its columns: %s", (names, model, fields) => {
  const taken = Object.assign(new Error(`UNIQUE constraint failed: ${names}`), {
    code: "SQLITE_CONSTRAINT_UNIQUE",
  })
  const error = sqlError(defaultSchema(), sqliteDialect, "session", taken, false)
  expect(error).toMatchObject({ code: "conflict", model, fields })
})
