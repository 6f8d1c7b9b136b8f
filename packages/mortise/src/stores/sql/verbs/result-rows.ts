import { MortiseError } from "../../../contract/errors.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Result } from "../../../sql/driver.ts"
import type { ModelStatements } from "../compile/compile-schema.ts"

/** The decoded row of a result that has at most one. */
export function firstRow(statements: ModelStatements, result: Result | undefined): Row | null {
  const row = result?.rows[0]
  return row ? statements.decode(row) : null
}

/** The decoded row of a lookup. Only a case-insensitive lookup by email can find two. */
export function onlyRow(statements: ModelStatements, result: Result): Row | null {
  if (result.rows.length > 1 && statements.model.name === "user") throw ambiguousEmail()
  return firstRow(statements, result)
}

const ambiguousEmail = (): MortiseError =>
  new MortiseError(
    "conflict",
    "Several users match this email: merge them. inspect(adapter) counts such users.",
    { model: "user", fields: ["email"] },
  )

/** Whether a row that `findGuarded` or `findLocked` returned satisfies the guard: the answer follows its columns. */
export function guardHolds(dialect: Dialect, statements: ModelStatements, row: readonly unknown[]): boolean {
  const answer = row[statements.model.fields.length]
  return answer !== null && dialect.decode("boolean", answer) === true
}
