import type { Introspection } from "../../../introspection/introspection.ts"

export const literal: Introspection["literal"] = (value) =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)
