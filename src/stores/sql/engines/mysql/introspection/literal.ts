import type { Introspection } from "../../../migrate/introspection.ts"

// In parentheses, for a default of a long text must be an expression; as bytes where an escape could be meant.
export const literal: Introspection["literal"] = (value) => {
  if (typeof value !== "string") return String(value)
  if (!value.includes("\\")) return `('${value.replaceAll("'", "''")}')`
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => byte.toString(16).padStart(2, "0"))
  return `(CONVERT(X'${bytes.join("")}' USING utf8mb4))`
}
