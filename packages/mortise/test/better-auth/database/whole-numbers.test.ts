import { expect, test } from "vitest"
import { createWire } from "../../../src/better-auth/wires.ts"
import { postgresDialect } from "../../../src/sql/engines/postgres/dialect.ts"
import { sqliteDialect } from "../../../src/sql/engines/sqlite/dialect.ts"

const column = { notNull: true, hasFoldingCollation: false, isKey: true, isIndexed: true }

test("an id that an integer column cannot hold does not become another id", () => {
  const sqlite = createWire(sqliteDialect, "string", { ...column, type: "integer" })
  expect(sqlite.to("string", "9007199254740993")).toBeUndefined()
  expect(sqlite.to("string", "007")).toBe(7)
  const postgres = createWire(postgresDialect, "string", { ...column, type: "bigint" })
  expect(postgres.to("string", "9223372036854775807")).toBe("9223372036854775807")
  expect(postgres.to("string", "9223372036854775808")).toBeUndefined()
  expect(postgres.to("string", "007")).toBe("7")
})
