// An address has at most 254 bytes. A text more than four times as long cannot become one, so it is returned unchanged:
// normalizing hostile text takes quadratic time.
const maxLength = 4 * 254

/**
 * Whether a text is ASCII, as most addresses are. Normalization leaves such a text unchanged.
 * This is a loop because a regular expression takes several times as long to start.
 */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

/**
 * The canonical form of an email address, which is stored, looked up and unique: NFKC, lower case, trimmed, and the
 * domain in ASCII, as `URL` writes it (UTS 46). The second NFKC makes the function idempotent: lower-casing can leave
 * characters that compose again.
 *
 * @example
 * ```ts
 * import { canonicalEmail } from "mortise"
 * canonicalEmail("  Ada@Example.COM ") === "ada@example.com" // true
 * canonicalEmail("info@Bücher.example") === "info@xn--bcher-kva.example" // true
 * ```
 */
export function canonicalEmail(email: string): string {
  if (email.length > maxLength) return email
  if (isAscii(email)) return email.toLowerCase().trim()
  const folded = email.normalize("NFKC").toLowerCase().normalize("NFKC").trim()
  const start = folded.lastIndexOf("@") + 1
  const domain = folded.slice(start)
  return start === 0 || isAscii(domain) ? folded : folded.slice(0, start) + asciiDomain(domain)
}

// Characters that separate the parts of a URL, or are decoded there.
const notInDomain = /[\s/\\?#@:%[\]]/
const numericEnd = /(^|\.)(\d+|0x[\da-f]*)\.?$/

/** The ASCII form of an international domain. A text that is not a domain, or is an IP address, stays as it is. */
function asciiDomain(domain: string): string {
  if (notInDomain.test(domain) || !URL.canParse(`http://${domain}/`)) return domain
  const { hostname } = new URL(`http://${domain}/`)
  return numericEnd.test(hostname) ? domain : hostname
}
