import type { Introspection } from "../../../introspection/introspection.ts"

/**
 * A value as SQL. Text is in parentheses, because MySQL accepts only an expression as the default of a long text.
 * Text with a backslash is written as bytes, because the backslash could be read as an escape.
 */
export const literal: Introspection["literal"] = (value) => {
  if (typeof value !== "string") return String(value)
  if (!value.includes("\\")) return `('${value.replaceAll("'", "''")}')`
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => byte.toString(16).padStart(2, "0"))
  return `(CONVERT(X'${bytes.join("")}' USING utf8mb4))`
}
