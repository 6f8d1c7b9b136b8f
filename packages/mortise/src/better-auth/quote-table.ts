import type { Dialect } from "../sql/dialect.ts"

/** A table's name in a statement. A name with a dot has a schema, as in Better Auth's own adapters. */
export const quoteTable = ({ quote }: Pick<Dialect, "quote">, table: string): string =>
  table.split(".").map(quote).join(".")
