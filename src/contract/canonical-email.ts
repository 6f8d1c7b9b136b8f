// An address has at most 254 bytes. A text more than four times as long cannot become one, so it is returned unchanged:
// normalizing hostile text takes quadratic time.
const maxLength = 4 * 254

/**
 * Whether a text is short, printable ASCII, as most addresses are. Normalization leaves such a text unchanged.
 * This is a loop because a regular expression takes several times as long to start.
 */
function isPlain(text: string): boolean {
  if (text.length > maxLength) return false
  for (let nth = 0; nth < text.length; nth++) {
    const code = text.charCodeAt(nth)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}

/**
 * The canonical form of an email address, which is stored, looked up and unique.
 * The second NFKC makes the function idempotent: lower-casing can leave characters that compose again.
 *
 * @example
 * ```ts
 * import { canonicalEmail } from "mortise"
 * canonicalEmail("  Ada@Example.COM ") === "ada@example.com" // true
 * ```
 */
export function canonicalEmail(email: string): string {
  if (email.length > maxLength) return email
  if (isPlain(email)) return email.toLowerCase().trim()
  return email.normalize("NFKC").toLowerCase().normalize("NFKC").trim()
}
