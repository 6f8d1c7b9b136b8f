import { canonicalEmail } from "../../contract/canonical.ts"

/** An address in the one form that is stored, compared and mailed to. */
export type Address = {
  readonly email: string
  /** False when it holds letters outside ASCII, which may look like other ones. */
  readonly plain: boolean
}

const maxBytes = 254
const maxLocalBytes = 64

// Everything that some mail program takes for more than one address, a name, a comment or a header.
const forbidden = /[\s"`(),:;<>[\]\\|?/\p{C}\p{Z}]/u
const atext = /^[\p{L}\p{M}\p{N}!#$%&'*+=^_{}~.-]+$/u
const hostname = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The canonical form of what somebody typed; `null` when it is no address that a mail can be sent to safely.
 * Canonical form comes first and the checks after it, so that nothing changes once it was checked.
 */
export function parseAddress(typed: unknown): Address | null {
  if (typeof typed !== "string" || typed.length > 4 * maxBytes) return null
  const canonical = canonicalEmail(typed)
  const parts = canonical.split("@")
  const [local = "", domain = ""] = parts
  if (parts.length !== 2 || forbidden.test(canonical) || !isLocal(local)) return null
  const host = asciiHost(domain)
  if (host === null || bytes(local) + 1 + host.length > maxBytes) return null
  const email = `${local}@${host}`
  // What is stored must be what a lookup makes of it.
  if (canonicalEmail(email) !== email) return null
  return { email, plain: isAscii(local) && !/(^|\.)xn--/.test(host) }
}

function isLocal(local: string): boolean {
  const dots = local.startsWith(".") || local.endsWith(".") || local.includes("..")
  return atext.test(local) && !dots && bytes(local) <= maxLocalBytes
}

/** The domain as DNS knows it: the URL parser applies UTS 46. An address in numbers is no domain. */
function asciiHost(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null
  const url = `http://${domain}/`
  if (!URL.canParse(url)) return null
  const host = new URL(url).hostname
  return hostname.test(host) ? host : null
}

const bytes = (text: string): number => new TextEncoder().encode(text).length

const isAscii = (text: string): boolean => bytes(text) === text.length
