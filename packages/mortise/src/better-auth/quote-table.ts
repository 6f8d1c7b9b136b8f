import type { Dialect } from "../stores/sql/dialect.ts"

/** A table's name in a statement. A name with a dot has a schema, as in Better Auth's own adapters. */
export const quoteTable = ({ quote }: Pick<Dialect, "quote">, table: string): string =>
  table.split(".").map(quote).join(".")
