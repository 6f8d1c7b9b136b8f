import { canonicalEmail } from "../../contract/canonical-email.ts"

/** An email address in canonical form: the form that is stored, compared and mailed to. */
export type Address = {
  readonly email: string
  /** False for an address with letters outside ASCII, which may look like another address. */
  readonly plain: boolean
}

const maxBytes = 254
const maxLocalBytes = 64

// Characters that some mail program reads as a second address, a name, a comment or a header.
const forbidden = /[\s"`(),:;<>[\]\\|?/\p{C}\p{Z}]/u
const atext = /^[\p{L}\p{M}\p{N}!#$%&'*+=^_{}~.-]+$/u
const hostname = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The canonical form of typed text; `null` when it is not a single address that is safe to mail to. The checks run on
 * the canonical form, so that nothing changes after them.
 */
export function parseAddress(typed: unknown): Address | null {
  if (typeof typed !== "string" || typed.length > 4 * maxBytes) return null
  const canonical = canonicalEmail(typed)
  const parts = canonical.split("@")
  const [local = "", domain = ""] = parts
  if (parts.length !== 2 || forbidden.test(canonical) || !isLocal(local)) return null
  // The canonical form has an ASCII domain, unless it is not a domain. An IP address is not one either.
  if (!hostname.test(domain) || bytes(local) + 1 + domain.length > maxBytes) return null
  return { email: canonical, plain: isAscii(local) && !/(^|\.)xn--/.test(domain) }
}

function isLocal(local: string): boolean {
  const dots = local.startsWith(".") || local.endsWith(".") || local.includes("..")
  return atext.test(local) && !dots && bytes(local) <= maxLocalBytes
}

const bytes = (text: string): number => new TextEncoder().encode(text).length

const isAscii = (text: string): boolean => bytes(text) === text.length
