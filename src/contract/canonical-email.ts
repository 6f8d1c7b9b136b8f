// Four characters for each byte that an address may have. Beyond that it is none, and is left alone:
// normalising takes time that grows with the square of a text made for it.
const longest = 4 * 254

/**
 * Whether a text is short and printable ASCII alone, as most are: nothing in it is refused, one byte is one character,
 * and no normal form changes it. A loop, because a regular expression takes several times as long to get going.
 */
function isPlain(text: string): boolean {
  if (text.length > longest) return false
  for (let nth = 0; nth < text.length; nth++) {
    const code = text.charCodeAt(nth)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}

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
  if (isPlain(email)) return email.toLowerCase().trim()
  return email.normalize("NFKC").toLowerCase().normalize("NFKC").trim()
}
