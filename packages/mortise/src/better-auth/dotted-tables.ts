import type { Dialect } from "../sql/dialect.ts"

/** A dialect in which a table's name with a dot has a schema, as in Better Auth's own adapters. */
export const withDottedTables = (dialect: Dialect): Dialect => ({
  ...dialect,
  quoteTable: (table) => table.split(".").map(dialect.quote).join("."),
})
