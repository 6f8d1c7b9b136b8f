import { expect, test } from "vitest"
import { endsConnection } from "../../../../src/sql/engines/postgres/ends-transaction.ts"

// A standby ends connections with this error and code when its recovery conflicts with a transaction.
test("a FATAL error ends a connection of PostgreSQL, whatever its code", () => {
  expect(endsConnection({ code: "40001", severity: "ERROR" })).toBe(false)
  expect(endsConnection({ code: "40001", severity: "FATAL" })).toBe(true)
  expect(endsConnection({ code: "XX000", severity: "PANIC" })).toBe(true)
})
