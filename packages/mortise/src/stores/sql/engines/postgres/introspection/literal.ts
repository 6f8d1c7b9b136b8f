import type { Introspection } from "../../../migrate/introspection.ts"

export const literal: Introspection["literal"] = (value) =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)
