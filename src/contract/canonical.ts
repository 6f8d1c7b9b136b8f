// Four characters for each byte that an address may have. Beyond that it is none, and is left alone:
// normalising takes time that grows with the square of a text made for it.
const longest = 4 * 254
const plain = /^[\0-\x7f]*$/

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
  if (email.length > longest) return email
  // Most addresses are plain, and for those normalising, which is slow, changes nothing.
  if (plain.test(email)) return email.toLowerCase().trim()
  return email.normalize("NFKC").toLowerCase().normalize("NFKC").trim()
}
