import { expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { defineSchema } from "../../../src/index.ts"
import { schemaFor } from "../../../src/schema/define-schema.ts"
import { findMissingGuarantees } from "../../../src/stores/sql/introspection/find-missing-guarantees.ts"
import { findMissingByTypes } from "../../../src/stores/sql/orms/tables/find-missing-by-types.ts"

const introspection = { foldName: (name: string) => name } as never

test("the expiry of a token in seconds is lacking only where no column stores it", () => {
  const official = schemaFor(defineSchema({ preset: "authjs-drizzle" }), "sqlite")
  expect(findMissingGuarantees(official, [], [], introspection)).toEqual(["expires_in"])
  expect(findMissingGuarantees(defaultSchema(), [], [], introspection)).toEqual([])
})

test.each([
  ["sqlite", "integer", []],
  ["postgres", "integer", ["large_numbers"]],
  ["mysql", "int", ["large_numbers"]],
  ["mysql", "bigint", []],
] as const)("large numbers of an ORM's column, on %s in %s", (engine, type, lacks) => {
  const column = { property: "expires_at", column: "expires_at", type, notNull: false, hasDefault: false }
  const tables = { account: { table: "accounts", columns: [column] } }
  const missingGuarantees = findMissingByTypes({ orm: "Any", engine, tables })
  expect(missingGuarantees.filter((lack) => lack === "large_numbers")).toEqual(lacks)
})
