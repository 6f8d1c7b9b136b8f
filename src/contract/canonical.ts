/**
 * The one form of an email address that is stored, looked up and unique.
 * The second NFKC makes it idempotent: lower case can leave letters that compose anew.
 *
 * @example
 * ```ts
 * import { canonicalEmail } from "mortise"
 * canonicalEmail("  Ada@Example.COM ") === "ada@example.com" // true
 * ```
 */
export function canonicalEmail(email: string): string {
  return email.normalize("NFKC").toLowerCase().normalize("NFKC").trim()
}
